"""Positions that a function judges a second, in games against itself: how fast the search around it is.

With a function that costs nothing, all of the time is the search's. `caller` is the share of all processor time that the calling
thread has, which alone calls the function; `net` asks a small network of ONNX Runtime instead, if it is installed, from as many
threads as there are processors.

    .venv/bin/python benches/judged.py [--seconds 3] [id ...]
"""

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import plyground as pg

IDS = ["stax", "chess", "english-draughts", "checkers"]
ABREAST = 256

Function = Callable[[Any, Any], tuple[Any, Any]]


def free(game: pg.Game) -> Function:
    """A function that costs nothing."""
    policy = np.ones((ABREAST, game.num_actions), np.float32)
    value = np.zeros(ABREAST, np.float32)
    return lambda observations, _: (policy[: len(observations)], value[: len(observations)])


def network(game: pg.Game, blocks: int = 2, channels: int = 32) -> Function:
    """A residual network of such a size that nobody has taught."""
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

    def convolve(x: str, name: str, come: int, go: int, size: int = 3) -> str:
        kernel, bias = weight(f"{name}.w", go, come, size, size), weight(f"{name}.b", go)
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


def measure(id: str, function: Function, seconds: float, **settings: Any) -> str:
    """Plays for about so long: many games at once, cut off early if they take long."""
    games, steps = 2 * ABREAST, 2
    while True:
        wall, all_threads, own = time.perf_counter(), time.process_time(), time.thread_time()
        run = pg.self_play(id, function, games, max_steps=steps, num_parallel_games=ABREAST, **settings)
        wall, all_threads, own = time.perf_counter() - wall, time.process_time() - all_threads, time.thread_time() - own
        if wall > seconds / 2 or games > 100_000:
            break
        more = int(steps * max(2, min(10, seconds / wall)))
        games, steps = max(games, games * more // 100), min(more, 100)
    known = run.cache_hits / (run.cache_hits + run.evaluations)
    return (
        f"{run.evaluations / wall:9,.0f} a second, {run.evaluations / all_threads:9,.0f} a processor's second, "
        f"{run.evaluation_seconds / run.seconds / settings.get('max_concurrent_batches', 1):4.0%} in the function, {own / all_threads:4.0%} caller, "
        f"{run.evaluations / run.batches:4.0f} a batch, {known:3.0%} known"
    )


def main() -> None:
    """Measures what it is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", default=IDS)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--channels", type=int, default=32)
    arguments = parser.parse_args()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    for id in arguments.ids or IDS:
        game = pg.game(id)
        for root in ("gumbel", "puct"):
            for cache in (0, 64):
                settings: dict[str, Any] = {"simulations": arguments.simulations, "root": root, "cache": cache}
                told = measure(id, free(game), arguments.seconds, threads=1, **settings)
                print(f"{id:18} free {root:6} cache {cache:2}: {told}", flush=True)
        try:
            judge = network(game, arguments.blocks, arguments.channels)
        except ImportError:
            continue
        for together in sorted({1, cores}):
            settings = {
                "simulations": arguments.simulations,
                "logits": True,
                "max_concurrent_batches": together,
                "cache_mib": 0,
            }
            told = measure(id, judge, arguments.seconds, threads=cores, **settings)
            print(f"{id:18} net  {together:2} at once      : {told}", flush=True)


if __name__ == "__main__":
    main()
