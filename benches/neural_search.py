"""Measure the speed of neural search in self-play, in evaluated positions per second.

- ``constant`` uses an evaluator that costs nothing and measures the search alone.
- ``network`` uses a small network in ONNX Runtime, if it is installed, on all processors.

``caller`` is the share of the processor time that the calling thread uses. This thread alone calls the evaluator.

    .venv/bin/python benches/neural_search.py [--seconds 3] [id ...]
"""

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import plyground as pg

IDS = ["stax", "chess", "english-draughts", "checkers"]
NUM_PARALLEL_GAMES = 256

Evaluator = Callable[[Any, Any], tuple[Any, Any]]


def constant(game: pg.Game) -> Evaluator:
    """Return an evaluator that costs nothing."""
    policy = np.ones((NUM_PARALLEL_GAMES, game.num_actions), np.float32)
    value = np.zeros(NUM_PARALLEL_GAMES, np.float32)
    return lambda observations, _: (policy[: len(observations)], value[: len(observations)])


def network(game: pg.Game, blocks: int = 2, channels: int = 32) -> Evaluator:
    """Return a residual network with random weights."""
    import onnxruntime
    from onnx import TensorProto, helper, numpy_helper

    planes, rows, columns = game.observation_shape
    cells = rows * columns
    rng = np.random.default_rng(0)
    weights, nodes = [], []

    def weight(name: str, *shape: int) -> str:
        weights.append(numpy_helper.from_array((0.05 * rng.standard_normal(shape)).astype(np.float32), name))
        return name

    def add(kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def convolve(x: str, name: str, inputs: int, outputs: int, size: int = 3) -> str:
        kernel, bias = weight(f"{name}.w", outputs, inputs, size, size), weight(f"{name}.b", outputs)
        return add("Conv", [x, kernel, bias], name, pads=[size // 2] * 4)

    x = add("Relu", [convolve("observations", "stem", planes, channels)], "x")
    for block in range(blocks):
        y = add("Relu", [convolve(x, f"{block}.one", channels, channels)], f"{block}.y")
        x = add(
            "Relu", [add("Add", [x, convolve(y, f"{block}.two", channels, channels)], f"{block}.sum")], f"{block}.x"
        )
    head = add("Flatten", [add("Relu", [convolve(x, "head", channels, 4, 1)], "head.x")], "flat")
    add("Gemm", [head, weight("policy.w", 4 * cells, game.num_actions)], "policy")
    add("Tanh", [add("Gemm", [head, weight("value.w", 4 * cells, 1)], "raw")], "value")
    graph = helper.make_graph(
        nodes,
        "network",
        [helper.make_tensor_value_info("observations", TensorProto.FLOAT, ["b", planes, rows, columns])],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["b", None]) for name in ("policy", "value")],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, ["CPUExecutionProvider"])
    return lambda observations, _: tuple(session.run(["policy", "value"], {"observations": observations}))


def measure(id: str, evaluator: Evaluator, seconds: float, **settings: Any) -> str:
    """Play for about ``seconds`` and return the rates. Games are cut off early if they take too long."""
    games, steps = 2 * NUM_PARALLEL_GAMES, 2
    while True:
        wall, all_threads, own = time.perf_counter(), time.process_time(), time.thread_time()
        run = pg.self_play(id, evaluator, games, max_steps=steps, num_parallel_games=NUM_PARALLEL_GAMES, **settings)
        wall, all_threads, own = time.perf_counter() - wall, time.process_time() - all_threads, time.thread_time() - own
        if wall > seconds / 2 or games > 100_000:
            break
        more = int(steps * max(2, min(10, seconds / wall)))
        games, steps = max(games, games * more // 100), min(more, 100)
    in_function = run.evaluation_seconds / run.seconds / settings.get("max_concurrent_batches", 1)
    hits = run.cache_hits / (run.cache_hits + run.evaluations)
    return (
        f"{run.evaluations / wall:9,.0f} per second, {run.evaluations / all_threads:9,.0f} per processor second, "
        f"{in_function:4.0%} in the evaluator, {own / all_threads:4.0%} caller, "
        f"{run.evaluations / run.batches:4.0f} per batch, {hits:3.0%} cache hits"
    )


def main() -> None:
    """Print the rates of each variant."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", default=IDS, help="the variants")
    parser.add_argument("--seconds", type=float, default=3.0, help="the duration of each measurement (default: 3)")
    parser.add_argument("--simulations", type=int, default=32, help="simulations for each step (default: 32)")
    parser.add_argument("--blocks", type=int, default=2, help="residual blocks of the network (default: 2)")
    parser.add_argument("--channels", type=int, default=32, help="channels of the network (default: 32)")
    arguments = parser.parse_args()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    for id in arguments.ids or IDS:
        game = pg.game(id)
        for root in ("gumbel", "puct"):
            for cache in (0, 64):
                settings: dict[str, Any] = {"simulations": arguments.simulations, "root": root, "cache": cache}
                rates = measure(id, constant(game), arguments.seconds, threads=1, **settings)
                print(f"{id:18} constant {root:6}   cache {cache:2} MiB: {rates}", flush=True)
        try:
            evaluator = network(game, arguments.blocks, arguments.channels)
        except ImportError:
            continue
        for together in sorted({1, cores}):
            settings = {
                "simulations": arguments.simulations,
                "logits": True,
                "max_concurrent_batches": together,
                "cache_mib": 0,
            }
            rates = measure(id, evaluator, arguments.seconds, threads=cores, **settings)
            print(f"{id:18} network  {together:2} concurrent batches: {rates}", flush=True)


if __name__ == "__main__":
    main()
