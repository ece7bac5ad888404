"""Take a picture of the site: ``python tools/site_screenshots.py`` writes ``docs/site.webp``.

It needs Chromium and the site that ``make site`` builds.
"""

from typing import Final

from playwright.sync_api import Browser, Page

from build_site import OUT
from screenshots import joined, launched, save, shot

HEIGHT: Final = 860


def main() -> None:
    """Take the picture: the gallery, the page of a variant, and a phone with a replay."""
    with launched() as browser:
        gallery = opened(browser, "gallery/index.html#seats=3", 980, "light")
        variant = opened(browser, "gallery/three-kings-chess.html", 820, "dark")
        phone = opened(browser, "gallery/cylindrical-stax.html", 390, "light")
        phone.locator(".pg-slider").fill("60")
        phone.evaluate("document.querySelector('.pg-replay').scrollIntoView()")
        pictures = []
        for page in (gallery, variant, phone):
            page.wait_for_timeout(400)
            pictures.append(shot(page))
        save(joined(pictures), "site", 60)


def opened(browser: Browser, address: str, width: int, theme: str) -> Page:
    """Open a page of the site."""
    page = browser.new_page(
        viewport={"width": width, "height": HEIGHT},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page.goto(f"{OUT.as_uri()}/{address}")
    return page


if __name__ == "__main__":
    main()
