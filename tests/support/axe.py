"""The program axe, which finds violations of accessibility, and how a page runs it."""

from pathlib import Path

import axe_playwright_python

AXE = next(Path(axe_playwright_python.__file__).parent.glob("*.js")).read_text(encoding="utf-8")

RUN = """async ([context, options]) => {
  const { violations } = await axe.run(context, { resultTypes: ["violations"], selectors: false, ...options });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 300)} ${nodes[0].failureSummary}`);
}"""
