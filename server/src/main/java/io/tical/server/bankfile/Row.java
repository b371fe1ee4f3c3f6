package io.tical.server.bankfile;

import java.util.List;
import java.util.stream.Collectors;

/** A row of a table: cells as the file has them. */
record Row(List<Cell> cells) {
    /** @param place where its text begins */
    record Cell(String text, Place place) {
        boolean blank() {
            return CellText.isBlank(text);
        }
    }

    /** The whole line where the row begins. */
    Place place() {
        return new Place(cells.getFirst().place().line(), 0);
    }

    boolean blank() {
        return cells.stream().allMatch(Cell::blank);
    }

    /** The cells that are not empty, with semicolons between them: what patterns of lines describe. */
    String joined() {
        return cells.stream()
                .filter(cell -> !cell.blank())
                .map(cell -> CellText.collapse(cell.text()))
                .collect(Collectors.joining(";"));
    }
}
