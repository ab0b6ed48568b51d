-- The moderators' page of people: the newest accounts first, and a search by display name.
create index person_newest on person (created_at desc, id desc) where deleted_at is null;
create index person_display_words on person using gin (word_vector(display_name)) with (fastupdate = off);
