"""Whose build it is: a release that does not say so stops, and a local one owns up to it."""

import pytest
from publisher import PublisherError, publisher

RELEASE = {
    "FOREWORD_MAINTAINER": "A. B. Somebody <somebody@somewhere.org>",
    "FOREWORD_HOMEPAGE": "https://somewhere.org/foreword",
}


def test_a_release_is_its_publishers() -> None:
    """Both values are taken as they are."""
    found = publisher(RELEASE, is_release=True)
    assert (found.name, found.address) == ("A. B. Somebody", "somebody@somewhere.org")
    assert found.maintainer == RELEASE["FOREWORD_MAINTAINER"]
    assert found.homepage == RELEASE["FOREWORD_HOMEPAGE"]
    assert found.is_release


@pytest.mark.parametrize("missing", RELEASE)
@pytest.mark.parametrize("value", [None, "", "  "])
def test_a_release_that_lacks_either_stops_with_its_name(missing: str, value: str | None) -> None:
    """And says how a build is made that needs neither."""
    environ = {name: text for name, text in RELEASE.items() if name != missing}
    if value is not None:
        environ[missing] = value
    with pytest.raises(PublisherError, match=rf"{missing}.*--release"):
        publisher(environ, is_release=True)


@pytest.mark.parametrize(
    "wrong",
    [
        "somebody@somewhere.org",
        "Somebody",
        "Somebody <somebody>",
        "Somebody <somebody@localhost>",
        "Somebody <maintainers@foreword.example>",
        "Somebody <a@b.invalid>",
        "Some\nbody <a@b.org>\nDepends: evil",
    ],
)
def test_a_maintainer_whom_mail_does_not_reach_is_refused(wrong: str) -> None:
    """A placeholder must not slip into a release."""
    with pytest.raises(PublisherError, match="FOREWORD_MAINTAINER"):
        publisher({**RELEASE, "FOREWORD_MAINTAINER": wrong}, is_release=True)


@pytest.mark.parametrize("wrong", ["http://somewhere.org", "somewhere.org", "https://a b.org/"])
def test_a_page_must_be_one_that_a_browser_opens_safely(wrong: str) -> None:
    """A check for updates believes what it says."""
    for is_release in (True, False):
        with pytest.raises(PublisherError, match="FOREWORD_HOMEPAGE"):
            publisher({**RELEASE, "FOREWORD_HOMEPAGE": wrong}, is_release=is_release)


def test_a_local_build_needs_nothing_and_names_nobody() -> None:
    """Its address is of a name that is reserved for leading nowhere."""
    found = publisher({}, is_release=False)
    assert found.maintainer == "The Foreword project <local-build@foreword.invalid>"
    assert (found.homepage, found.is_release) == ("", False)
