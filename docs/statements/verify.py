# Verifies sealed daily statements of one wallet, in the order of their days. Python 3.8 or later:
# python3 verify.py daily-live-THB-2026-11-21.txt daily-live-THB-2026-11-22.txt …
# Anybody can make a file that fits itself: compare the head that this prints with the one of your newest file, kept since you got it.

import datetime, hashlib, sys

STATE = ["number", "available", "held", "in_transit"]
expected = head = None
for name in sys.argv[1:]:
    def require(holds, what):
        return holds or sys.exit(f"{name}: {what}")

    data = open(name, "rb").read()
    body = data[: data.rfind(b"head ")]
    lines = [line.split(" ") for line in body.decode("latin-1").split("\n")[:-1]]
    require(len(lines) > 7 and lines[0] == ["tical-statement", "1"], "not a daily statement")
    wallet, day, previous = lines[1:4], datetime.date.fromisoformat(lines[4][1]), lines[5][1]
    state = [int(field) for field in lines[6][1:]]
    # The head covers the head of the day before and all lines of this day.
    head = hashlib.sha256(bytes.fromhex(previous) + hashlib.sha256(body).digest()).hexdigest()
    require(data[len(body) :] == f"head {head}\n".encode(), "the lines do not come to the head")
    require(expected in (None, (wallet, day, previous, state)), "it does not follow from the file before")
    # Each movement has the next number, and names the balances after it.
    for _, number, _, _, _, debit, credit, amount, _, *balances in lines[7:-1]:
        changes = {"number": 1, debit: -int(amount), credit: int(amount)}
        state = [before + changes.get(field, 0) for field, before in zip(STATE, state)]
        require(state == [int(number), *map(int, balances)], f"movement {number} does not follow from the one before")
    require(state == [int(field) for field in lines[-1][1:]], "the movements do not come to the closing balances")
    expected = (wallet, day + datetime.timedelta(days=1), head, state)
print(f"OK {len(sys.argv) - 1} days, head {head}")
