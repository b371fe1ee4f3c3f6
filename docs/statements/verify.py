# Verifies sealed documents of one wallet or of one bank account, in their order. Python 3.8 or later:
# python3 verify.py daily-live-THB-2026-11-21.txt daily-live-THB-2026-11-22.txt …
# python3 verify.py bank-day-live-1-2026-11-21.txt bank-day-live-2-2026-11-22.txt …
# Anybody can make a file that fits itself: compare the head that this prints with the one of your newest file, kept since you got it.

import datetime, hashlib, sys

STATE = ["number", "available", "held", "in_transit"]
expected = head = None
closed = {}


def wallet_day(lines, previous):
    """Returns what the file follows from, and what the next one follows from but its head."""
    wallet, day = lines[1:4], datetime.date.fromisoformat(lines[4][1])
    state = [int(field) for field in lines[6][1:]]
    begin = (wallet, day, state)
    # Each movement has the next number, and names the balances after it.
    for _, number, _, _, _, debit, credit, amount, _, *balances in lines[7:-1]:
        changes = {"number": 1, debit: -int(amount), credit: int(amount)}
        state = [before + changes.get(field, 0) for field, before in zip(STATE, state)]
        require(state == [int(number), *map(int, balances)], f"movement {number} does not follow from the one before")
    require(state == [int(field) for field in lines[-1][1:]], "the movements do not come to the closing balances")
    return begin, (wallet, day + datetime.timedelta(days=1), state)


def bank_day(lines, previous):
    """The same of a line of the chain of a bank account."""
    account, number = [lines[1][:2], *lines[2:4]], int(lines[4][1])
    begin, after = (account, number), (account, number + 1)
    if lines[8][0] == "reopened":
        for day in [day for day in closed if day >= lines[8][1]]:
            del closed[day]
        return begin, after
    value = {line[0]: int(line[1]) for line in lines if line[0] in ("before", "opening", "closing", "ledger")}
    total = {name: sum(int(line[field]) for line in lines if line[0] == name) for name, field in (("entry", 2), ("carried", 3), ("payment", 3))}
    today = lines[8][1]
    if closed:
        yesterday = str(datetime.date.fromisoformat(today) - datetime.timedelta(days=1))
        require(closed.get(yesterday) == value["before"], "it does not begin where the day before ended")
    # The bank's balance is the balance by the ledger and the differences; payments that no entry shows are some of these.
    require(value["closing"] == value["ledger"] + total["carried"], "the ledger and the differences do not come to the closing balance")
    unshown = sum(int(line[3]) for line in lines if line[0] == "carried" and line[1].startswith("credited_"))
    require(unshown == -total["payment"], "the payments do not come to their sums")
    apart = value["closing"] - value["opening"] - total["entry"]
    if apart or value["opening"] != value["before"]:
        print(f"{name}: the bank's balances differ by {value['opening'] - value['before']} from the day before and by {apart} from the entries")
    closed[today] = value["closing"]
    return begin, after


for name in sys.argv[1:]:
    def require(holds, what):
        return holds or sys.exit(f"{name}: {what}")

    data = open(name, "rb").read()
    body = data[: data.rfind(b"\nhead ") + 1]
    lines = [line.split(" ") for line in body.decode("latin-1").split("\n")[:-1]]
    kind = {"tical-statement 1": wallet_day, "tical-bank-day 1": bank_day}.get(" ".join(lines[0]) if lines else "")
    require(kind and len(lines) > 7, "not a sealed document")
    previous = lines[5][1]
    # The head covers the head before and all lines of this document.
    head = hashlib.sha256(bytes.fromhex(previous) + hashlib.sha256(body).digest()).hexdigest()
    require(data[len(body) :] == f"head {head}\n".encode(), "the lines do not come to the head")
    begin, after = kind(lines, previous)
    require(expected in (None, (previous, begin)), "it does not follow from the file before")
    expected = (head, after)
print(f"OK {len(sys.argv) - 1} days, head {head}")
