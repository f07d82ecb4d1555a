"""Measures the model library: downloads from the loopback, checking of files, listing 200 models.

    python packaging/library_speed.py [MEGABYTES]

The server runs in a process of its own and hands out bytes that cost it next to nothing, so that
what is measured is what happens between the socket and the disk.
"""

import hashlib
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engine.library import Catalogue, CatalogueEntry, DownloadProgress, Hub, Library
from engine.library.catalogue import HubSource
from engine.library.receipts import FileRecord, Receipt, write_receipt

_BLOCK = b"GGUF" + bytes(20) + random.Random(8).randbytes((1 << 22) - 24)
_FILE = "large.gguf"
_NUM_LISTED = 200


def main(argv: Sequence[str]) -> int:
    """Measure and print a line each."""
    num_blocks = max(int(argv[0]) if argv else 1024, 4) * (1 << 20) // len(_BLOCK)
    size_bytes = num_blocks * len(_BLOCK)
    digest = hashlib.sha256()
    begun, spent = time.perf_counter(), time.process_time()
    for _ in range(num_blocks):
        digest.update(_BLOCK)
    _tell("SHA-256 alone", size_bytes, begun=begun, spent=spent)
    os.environ["NO_PROXY"] = "*"
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.Process(
        target=_serve, args=(theirs, num_blocks, digest.hexdigest()), daemon=True
    )
    server.start()
    port = ours.recv()
    try:
        with tempfile.TemporaryDirectory(prefix="library-speed-") as folder:
            _measure_download(Path(folder), size_bytes, digest.hexdigest(), port)
            _measure_listing(Path(folder))
    finally:
        server.terminate()
        server.join()
    return 0


def _measure_download(root: Path, size_bytes: int, digest: str, port: int) -> None:
    entry = CatalogueEntry(
        id="large",
        name="Large",
        file=_FILE,
        size_bytes=size_bytes,
        sha256=digest,
        sources=(HubSource(repo="maker/large", file=_FILE),),
    )
    process = psutil.Process()
    memory: list[int] = []

    def show(progress: DownloadProgress) -> None:
        if progress.done_bytes:
            memory.append(process.memory_info().rss)

    library = Library(root, Catalogue([entry]), hub=Hub(endpoint=f"http://127.0.0.1:{port}"))
    begun, spent = time.perf_counter(), time.process_time()
    library.get("large", progress=show)
    _tell("Download, checked while it streams", size_bytes, begun=begun, spent=spent)
    grown = (max(memory) - memory[0]) / 1e6
    print(f"  memory grew by {grown:.1f} MB from the first report to the largest")
    begun, spent = time.perf_counter(), time.process_time()
    library.verify("large")
    _tell("Checked again from the disk", size_bytes, begun=begun, spent=spent)


def _measure_listing(root: Path) -> None:
    for number in range(_NUM_LISTED):
        folder = root / f"maker--model-{number}"
        folder.mkdir()
        path = folder / "model.gguf"
        path.write_bytes(b"GGUF")
        record = FileRecord(
            name=path.name,
            size_bytes=4,
            mtime_ns=path.stat().st_mtime_ns,
            digest=hashlib.sha256(b"GGUF").hexdigest(),
        )
        receipt = Receipt(
            id=f"maker/model-{number}", name=f"Model {number}", source="here", files=(record,)
        )
        write_receipt(folder, receipt)
    library = Library(root, Catalogue([]))
    begun, spent = time.perf_counter(), time.process_time()
    num_listed = len(library.entries())
    wall, cpu = time.perf_counter() - begun, time.process_time() - spent
    print(f"Listing {num_listed} models: {1000 * wall:.0f} ms ({1000 * cpu:.0f} ms of processor)")
    begun, spent = time.perf_counter(), time.process_time()
    library.resolve("maker/model-150")
    wall, cpu = time.perf_counter() - begun, time.process_time() - spent
    print(f"Finding one of them: {1000 * wall:.1f} ms ({1000 * cpu:.1f} ms of processor)")


def _tell(what: str, size_bytes: int, *, begun: float, spent: float) -> None:
    wall, cpu = time.perf_counter() - begun, time.process_time() - spent
    rate, of_cpu = size_bytes / 1e6 / wall, size_bytes / 1e6 / max(cpu, 1e-9)
    print(f"{what}: {rate:.0f} MB/s ({of_cpu:.0f} MB a second of processor)")


def _serve(link: Connection, num_blocks: int, digest: str) -> None:
    size = num_blocks * len(_BLOCK)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self.send_response(200)
            self.send_header("ETag", json.dumps(digest))
            self.send_header("X-Repo-Commit", "0" * 40)
            self.send_header("Content-Length", str(size))
            self.end_headers()

        def do_GET(self) -> None:
            self.do_HEAD()
            for _ in range(num_blocks):
                self.wfile.write(_BLOCK)

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    link.send(server.server_port)
    server.serve_forever()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
