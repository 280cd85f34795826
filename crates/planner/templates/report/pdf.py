with PdfPages($document) as document:
    for fig in pages:
        document.savefig(fig)
