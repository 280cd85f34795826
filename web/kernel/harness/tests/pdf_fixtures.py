"""A small writer of PDF files: texts, lines, areas and a picture on pages."""

import zlib

# Widths of letters of Helvetica, in thousandths of its size.
WIDTHS = {
    **dict.fromkeys("0123456789$€abdeghnopqu", 556), **dict.fromkeys("cksvxyz", 500),
    **dict.fromkeys(",. ft", 278), "-": 333, "%": 889, "r": 333, "m": 833, "w": 722, "i": 222, "l": 222,
}  # fmt: skip


class Paper:
    """A page: what is drawn on it."""

    def __init__(self, width=595, height=842):
        self.size = width, height
        self.drawn = []
        self.pictured = False

    def text(self, x, y, words, size=10, right=False, matrix="1 0 0 1", mode=0):
        """Writes a text from `x` on, or a number up to `x`."""
        x -= sum(WIDTHS[letter] for letter in words) * size / 1000 if right else 0
        letters = words.encode("cp1252").replace(b"\\", b"\\\\")
        letters = letters.replace(b"(", b"\\(").replace(b")", b"\\)")
        start = f"BT /F {size} Tf {mode} Tr {matrix} {x:.2f} {y:.2f} Tm (".encode()
        self.drawn.append(start + letters + b") Tj ET")
        return self

    def line(self, x0, y0, x1, y1):
        self.drawn.append(f"{x0} {y0} m {x1} {y1} l S".encode())
        return self

    def area(self, x, y, width, height):
        self.drawn.append(f"{x} {y} {width} {height} re f".encode())
        return self

    def picture(self, x, y, width, height):
        self.drawn.append(f"q {width} 0 0 {height} {x} {y} cm /I Do Q".encode())
        self.pictured = True
        return self

    def grid(self, xs, ys, thin=False):
        """Draws the lines of all columns and rows, as thin areas where `thin` says so."""
        for x in xs:
            if thin:
                self.area(x - 0.25, ys[-1], 0.5, ys[0] - ys[-1])
            else:
                self.line(x, ys[0], x, ys[-1])
        for y in ys:
            if thin:
                self.area(xs[0], y - 0.25, xs[-1] - xs[0], 0.5)
            else:
                self.line(xs[0], y, xs[-1], y)
        return self

    def rows(self, xs, y, rows, step=20, right=()):
        """Writes rows from `y` downwards, each cell at its place of `xs`; the columns of `right` end
        there. A cell may have several lines.
        """
        for at, row in enumerate(rows):
            for column, cell in enumerate(row):
                for line, words in enumerate(str(cell).split("\n")):
                    if words:
                        is_number = column in right and all(letter in WIDTHS for letter in words)
                        self.text(xs[column], y - step * at - 11 * line, words, right=is_number)
        return self


def ruled(rows, xs=(50, 150, 250, 350), top=700, step=20, paper=None, right=(), **options):
    """Returns a page with a table between drawn lines."""
    paper = paper or Paper()
    ys = [top - step * at for at in range(len(rows) + 1)]
    edges = xs[: len(rows[0]) + 1]
    starts = [edges[at + 1] - 5 if at in right else x + 5 for at, x in enumerate(edges[:-1])]
    return paper.grid(edges, ys, **options).rows(starts, top - 14, rows, step, right)


def pdf(*papers, trailer=b""):
    """Returns the bytes of a PDF file."""
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(papers)))
    grey = zlib.compress(bytes(range(64)))
    image = 4 + 2 * len(papers)
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(papers)}>>".encode(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    for at, paper in enumerate(papers):
        content = b"\n".join(paper.drawn)
        things = f"/XObject<</I {image} 0 R>>" if paper.pictured else ""
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {paper.size[0]} {paper.size[1]}]"
            f"/Resources<</Font<</F 3 0 R>>{things}>>/Contents {5 + 2 * at} 0 R>>".encode()
        )
        objects.append(f"<</Length {len(content)}>>stream\n".encode() + content + b"\nendstream")
    objects.append(
        b"<</Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8"
        + f"/Filter/FlateDecode/Length {len(grey)}>>stream\n".encode()
        + grey
        + b"\nendstream"
    )
    file, places = b"%PDF-1.4\n", []
    for at, content in enumerate(objects):
        places.append(len(file))
        file += f"{at + 1} 0 obj\n".encode() + content + b"\nendobj\n"
    start = len(file)
    file += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    file += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    size = f"trailer<</Size {len(objects) + 1}/Root 1 0 R".encode()
    return file + size + trailer + f">>\nstartxref\n{start}\n%%EOF\n".encode()


def encrypted(*papers):
    """Returns the bytes of a PDF file that opens with a password only."""
    keys = b"/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<" + b"31" * 32 + b">/U<" + b"32" * 32
    return pdf(*papers, trailer=keys + b">>>/ID[<00><00>]")
