-- Moderators can take the name of a person away. The names move here, as the text and the picture do, and the person's row has a neutral name.
alter table moderated_profile
  add column display_name text check (length(display_name) <= 100),
  add column first_name text check (length(first_name) <= 100),
  add column last_name text check (length(last_name) <= 100),
  add constraint names_are_together check (num_nulls(display_name, first_name, last_name) in (0, 3));
comment on column moderated_profile.display_name is 'The name that moderators removed. Null: the name was not removed.';
