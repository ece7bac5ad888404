"""Configuration of Sphinx. `tools/build_site.py` prepares the folder of pages that it reads."""

import re

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.domains.python import PyXRefRole
from sphinx.util.docutils import SphinxRole

import plyground

project = "plyground"
author = "The plyground developers"
copyright = author
version = release = plyground.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
nb_execution_mode = "off"
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
# Names of types in signatures can be ambiguous, such as Game.
suppress_warnings = ["misc.highlighting_failure", "ref.python"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}
# They are optional and not installed for tests.
autodoc_mock_imports = ["sb3_contrib", "stable_baselines3", "torch"]
# Furo copies all contents for each page, so those of members would double the time of a build.
toc_object_entries = False
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True
default_role = "name"

html_theme = "furo"
html_title = f"plyground {version}"
html_static_path = ["_static"]
html_css_files = ["board.css", "site.css"]
html_js_files = [
    ("replay.js", {"defer": "defer"}),
    ("theme.js", {"defer": "defer"}),
    ("gallery.js", {"defer": "defer"}),
]
html_extra_path = ["_extra"]
html_show_sourcelink = False
# Summaries would be fetched, which pages that are opened as files cannot do.
html_show_search_summary = False
html_copy_source = False
html_theme_options = {"top_of_page_buttons": []}


class NameRole(SphinxRole):
    """`Name` in a docstring: a link for classes and for names with dots, and otherwise code, such as that of a parameter."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the nodes of the text."""
        if re.fullmatch(r"[A-Z]\w+|(\w+\.)+\w+", self.text):
            role = PyXRefRole(warn_dangling=False)
            return role("py:obj", self.rawtext, self.text, self.lineno, self.inliner, self.options, self.content)
        return [nodes.literal(self.text, self.text)], []


def setup(app: Sphinx) -> None:
    """Add the role to Sphinx."""
    app.add_role("name", NameRole())
