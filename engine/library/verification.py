"""An installed model read again, byte by byte, against the digests in its receipt.

What differs is deleted, so that nothing wrong stays listed; what only looks touched, as after a
copy that did not keep times, is listed again.
"""

from pathlib import Path
from threading import Event

from engine.errors import DigestMismatch, ModelNotInstalled
from engine.library.part import digest_of, new_digest, writing_to
from engine.library.progress import DownloadStage, Meter
from engine.library.receipts import RECEIPT_NAME, Receipt, record, write_receipt


def verify_folder(folder: Path, receipt: Receipt, *, meter: Meter, stop: Event) -> Receipt:
    """Compare each file with its digest, and give the receipt as it stands now.

    Args:
        folder: the model's, locked by the caller.
        receipt: what is expected there.
        meter: receives the progress.
        stop: set to leave; nothing is changed then.

    Raises:
        DigestMismatch: a file changed; it was deleted.
        ModelNotInstalled: a file is gone.
        NotWritable: the folder cannot be changed.
        Stopped: stop was set.
    """
    meter.expect(receipt.size_bytes)
    records = []
    for file in receipt.files:
        path = folder / file.name
        if not path.is_file():
            _unlist(folder)
            raise ModelNotInstalled(receipt.id, receipt.size_bytes)
        meter.begin(DownloadStage.VERIFYING, file=file.name)
        running = new_digest(file.expected)
        actual = digest_of(path, running, stop=stop, report=meter.advance_to)
        if actual != file.digest:
            _unlist(folder)
            with writing_to(folder):
                path.unlink()
            raise DigestMismatch(str(path), file.digest, actual)
        records.append(record(path, file.expected))
        meter.finish_file(file.size_bytes)
    verified = Receipt(
        id=receipt.id, name=receipt.name, source=receipt.source, files=tuple(records)
    )
    if verified != receipt:
        write_receipt(folder, verified)
    return verified


def _unlist(folder: Path) -> None:
    with writing_to(folder):
        (folder / RECEIPT_NAME).unlink(missing_ok=True)
