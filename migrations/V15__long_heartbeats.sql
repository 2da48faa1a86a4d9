-- A heartbeat that is longer than 2 kB, compressed, was kept apart from its row: then each new one leaves the former one's
-- parts behind until a vacuum comes. Up to half a page it now stays in the row, where its space is taken again at once.
ALTER TABLE heartbeat SET (toast_tuple_target = 4000);
