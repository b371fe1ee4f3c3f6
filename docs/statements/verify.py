# Verifies sealed documents of one wallet or of one bank account, in their order. Python 3.8 or later:
# python3 verify.py daily-live-THB-2026-11-21.txt daily-live-THB-2026-11-22.txt …
# python3 verify.py bank-day-live-1-2026-11-21.txt bank-day-live-2-2026-11-22.txt …
# Anybody can make a file that fits itself: compare the head that this prints with the one of your newest file, kept since you got it.

import datetime, hashlib, re, sys

ORDERS = {
    "tical-statement": "organization environment currency date previous opening( movement)? closing",
    "tical-bank-day": "account environment currency number previous by note "
    "(closed before opening( entry)? closing ledger( carried)?( payment)?|reopened)",
}
REPEATED = ["movement", "entry", "carried", "payment"]
STATE = ["number", "available", "held", "in_transit"]
expected = head = from_start = None
# What each closed day of the bank account left, in their order, and the days of the entries that were seen.
closed, seen = {}, {}


def number(text):
    require(re.fullmatch("0|-?[1-9][0-9]*", text), f"{text} is not a number")
    return int(text)


def wallet_day(lines, previous):
    """Returns what the file follows from, and what the next one follows from but its head."""
    wallet, day = lines[1:4], datetime.date.fromisoformat(lines[4][1])
    state = [number(field) for field in lines[6][1:]]
    begin = (wallet, day, state)
    # Each movement has the next number, and names the balances after it.
    for _, count, _, _, _, debit, credit, amount, _, *balances in lines[7:-1]:
        changes = {"number": 1, debit: -number(amount), credit: number(amount)}
        state = [before + changes.get(field, 0) for field, before in zip(STATE, state)]
        require(state == [number(count), *map(number, balances)], f"movement {count} does not follow from the one before")
    require(state == [number(field) for field in lines[-1][1:]], "the movements do not come to the closing balances")
    return begin, (wallet, day + datetime.timedelta(days=1), state)


def bank_day(lines, previous):
    """The same of a line of the chain of a bank account."""
    global closed, seen, from_start
    account, count = [lines[1][:2], *lines[2:4]], number(lines[4][1])
    require(count != 1 or previous == "0" * 64, "a chain begins with zeros")
    from_start = count == 1 if from_start is None else from_start
    begin, after = (account, count), (account, count + 1)
    today, last = lines[8][1], list(closed)[-1] if closed else None
    if lines[8][0] == "reopened":
        until = lines[8][2]
        require(last == until >= today if last else not from_start, "it opens days that are not closed")
        closed = {day: left for day, left in closed.items() if day < today}
        seen = {entry: day for entry, day in seen.items() if day < today}
        return begin, after
    value = {line[0]: number(line[1]) for line in lines if line[0] in ("before", "opening", "closing", "ledger")}
    from_before = value["opening"] - value["before"]
    if closed:
        follows = today == str(datetime.date.fromisoformat(last) + datetime.timedelta(days=1))
        require(follows and closed[last][0] == value["before"], "it does not begin where the day before ended")
    else:
        require(not from_start or from_before == 0, "it does not begin where the day before ended")
    carried, payments, paid = {}, {}, set()
    due = dict(closed[last][1]) if closed else {}
    add = lambda sums, name, amount: sums.update({name: sums.get(name, 0) + amount})
    entries = 0
    for word, name, *fields in lines:
        if word == "entry":
            # What the ledger does not have is carried by its kind, and so is what it has with another amount.
            amount, posted = number(fields[0]), number(fields[2])
            require(name not in seen, f"{name} is there twice")
            seen[name] = today
            entries += amount
            add(due, fields[1] if posted == 0 else "amount_difference", amount - posted)
        elif word == "carried":
            require(name not in carried, f"{name} is there twice")
            carried[name] = number(fields[1])
        elif word == "payment":
            require(name not in paid, f"{name} is there twice")
            paid.add(name)
            add(payments, "credited_" + ("later" if fields[2] == "proved" else fields[2]), -number(fields[1]))
    apart = value["closing"] - value["opening"] - entries
    add(due, "opening_difference", from_before)
    add(due, "statement_difference", apart)
    # The bank's balance is the balance by the ledger and the differences; payments that no entry shows are some of these.
    equal = value["closing"] == value["ledger"] + sum(carried.values())
    require(equal, "the ledger and the differences do not come to the closing balance")
    for kind in {**carried, **due, **payments}:
        if kind.startswith("credited_"):
            require(carried.get(kind, 0) == payments.get(kind, 0), "the payments do not come to their sums")
        elif last or from_start:
            follows = carried.get(kind, 0) == due.get(kind, 0)
            require(follows, f"{kind} does not follow from the day before and the entries")
    if apart or from_before:
        print(f"{file}: the bank's balances differ by {from_before} from the day before and by {apart} from the entries")
    closed[today] = (value["closing"], carried)
    return begin, after


for file in sys.argv[1:]:
    def require(holds, what):
        return holds or sys.exit(f"{file}: {what}")

    data = open(file, "rb").read()
    body = data[: data.rfind(b"\nhead ") + 1]
    lines = [line.split(" ") for line in body.decode("latin-1").split("\n")[:-1]]
    kind = {"tical-statement 1": wallet_day, "tical-bank-day 1": bank_day}.get(" ".join(lines[0]) if lines else "")
    words = [line[0] for line in lines]
    order = [word for before, word in zip(words, words[1:]) if word != before or word not in REPEATED]
    require(kind and re.fullmatch(ORDERS[words[0]], " ".join(order)), "not a sealed document")
    previous = lines[5][1]
    # The head covers the head before and all lines of this document.
    is_head = re.fullmatch("[0-9a-f]{64}", previous)
    head = is_head and hashlib.sha256(bytes.fromhex(previous) + hashlib.sha256(body).digest()).hexdigest()
    require(data[len(body) :] == f"head {head}\n".encode(), "the lines do not come to the head")
    begin, after = kind(lines, previous)
    require(expected in (None, (previous, begin)), "it does not follow from the file before")
    expected = (head, after)
print(f"OK {len(sys.argv) - 1} days, head {head}")
