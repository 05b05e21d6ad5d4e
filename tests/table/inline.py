"""What a page may not have in it: the policy that goes with it stops what is inline."""

import re

from tests.table.page import Shown


def check_nothing_inline(shown: Shown) -> None:
    for node in shown.soup.find_all(True):
        inline = [name for name in node.attrs if name == "style" or re.match(r"on|hx-on", name)]
        assert not inline, node
        assert not str(node.get("href", "")).lower().startswith("javascript:"), node
        assert node.name != "style", node
        assert node.name != "script" or (node.get("src") and not node.get_text().strip()), node
