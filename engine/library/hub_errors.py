"""What the hub's library and the HTTP library raise, turned into errors with fields.

Whoever a hub turns away is told apart from what it does not have and from a line that broke.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import AccessDenied, DownloadRefused, ModelNotFound, NoNetwork, NotOnHub
from engine.language import say
from engine.library.access import Access
from engine.library.transfer import refusal


@contextmanager
def hub_errors(access: Access, repo: str, *, had_token: bool = False) -> Iterator[None]:
    """Turn what the two libraries raise into typed errors.

    Args:
        access: of the hub that is asked.
        repo: what is asked for.
        had_token: whether a token was shown.

    Raises:
        AccessDenied: the hub gives it only to people it knows.
        NotOnHub: it has no such repository or file.
        DownloadRefused: it refuses for another reason.
        NoNetwork: it could not be reached, or something else answered in its place.
        ModelNotFound: the name cannot be a repository's.
    """
    import httpx2
    from huggingface_hub.errors import (
        GatedRepoError,
        HfHubHTTPError,
        HFValidationError,
        OfflineModeIsEnabled,
        RemoteEntryNotFoundError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    host, name = access.host, f"{access.host}/{repo}"
    try:
        yield
    except GatedRepoError as error:
        raise _denied(access, repo, error.response.status_code, had_token=had_token) from error
    except (RepositoryNotFoundError, RemoteEntryNotFoundError, RevisionNotFoundError) as error:
        raise NotOnHub(host, error.response.status_code, name=repo) from error
    except HfHubHTTPError as error:
        refused = refusal(error.response, error.response.status_code)
        if refused.status in (401, 403):
            raise _denied(access, repo, refused.status, had_token=had_token) from error
        raise DownloadRefused(name, refused.status, refused.retry_after_s) from error
    except DownloadRefused as error:
        # Only the hub's own word is about people; its store's addresses merely run out.
        if error.status in (401, 403) and error.source == host:
            raise _denied(access, repo, error.status, had_token=had_token) from error
        raise
    except OfflineModeIsEnabled as error:
        raise NoNetwork(host, say("HF_HUB_OFFLINE is set")) from error
    except httpx2.TimeoutException as error:
        raise NoNetwork(host, say("no answer in time")) from error
    except httpx2.ProxyError as error:
        raise NoNetwork(host, say("the proxy refuses")) from error
    except httpx2.ConnectError as error:
        raise NoNetwork(host, say("no connection")) from error
    except (httpx2.RequestError, httpx2.InvalidURL) as error:
        raise NoNetwork(host, say("the connection broke off")) from error
    except HFValidationError as error:
        raise ModelNotFound(repo) from error
    except (
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        OverflowError,
        RecursionError,
    ) as error:
        # A page of a café's network, for one, answers 200 to everything.
        raise NoNetwork(host, say("something else answered in its place")) from error


def _denied(access: Access, repo: str, status: int, *, had_token: bool) -> AccessDenied:
    return AccessDenied(
        access.host,
        status,
        repo=repo,
        page=access.page(repo),
        had_token=had_token,
    )
