-- Which builds run on these tables. A build is named by its newest migration. A migration that takes away or changes what
-- an earlier build uses raises the number (docs/adr/0012-expand-and-contract.md); every other one leaves it.

CREATE TABLE schema_floor (
  oldest_build integer NOT NULL,
  one_row      boolean PRIMARY KEY DEFAULT true CHECK (one_row)
);

INSERT INTO schema_floor (oldest_build) VALUES (9);
