# Verifies sealed daily statements of one wallet, in the order of their days. Python 3.8 or later:
# python3 verify.py daily-live-THB-2026-11-21.txt daily-live-THB-2026-11-22.txt …
# Anybody can make a file that fits itself: compare the head that this prints with the one of your newest file, kept since you got it.

import datetime
import hashlib
import sys

ACCOUNTS = ["available", "held", "in_transit"]
wallet, date, head, balance = None, None, None, None
for name in sys.argv[1:]:
    def require(holds, what):
        if not holds:
            sys.exit(f"{name}: {what}")

    data = open(name, "rb").read()
    body = data[: data.rfind(b"head ")]
    lines = [line.split(" ") for line in body.decode("ascii").split("\n")]
    require(lines[0] == ["tical-statement", "1"] and lines.pop() == [""], "not a daily statement")
    head, last_head = hashlib.sha256(bytes.fromhex(lines[5][1]) + hashlib.sha256(body).digest()).hexdigest(), head
    require(data[len(body) :] == f"head {head}\n".encode(), "the lines do not come to the head")
    day = datetime.date.fromisoformat(lines[4][1])
    opening, closing = [[int(field) for field in line[1:]] for line in (lines[6], lines[-1])]
    require(last_head in (None, lines[5][1]), "it does not follow from the head of the file before")
    require(date in (None, day - datetime.timedelta(days=1)), f"it is not of the day after {date}")
    require(wallet in (None, lines[1:4]), "it is of another wallet")
    require(balance in (None, opening), "it does not open with the closing balances of the file before")
    for line in lines[7:-1]:
        opening[0] += 1
        for account, sign in ((line[5], -1), (line[6], 1)):
            if account in ACCOUNTS:
                opening[1 + ACCOUNTS.index(account)] += sign * int(line[7])
        require([int(line[1]), *map(int, line[9:])] == opening, f"movement {line[1]} does not follow from the one before")
    require(opening == closing, "the movements do not come to the closing balances")
    wallet, date, balance = lines[1:4], day, closing
print(f"OK {len(sys.argv) - 1} days, head {head}")
