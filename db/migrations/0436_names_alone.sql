-- A row of moderated_profile can be about the name alone: picture and text are not hidden then, and keep a state of their own later.
alter table moderated_profile add column is_name_alone boolean not null default false;
comment on column moderated_profile.is_name_alone is 'Only the name was removed. Picture and text are shown.';
update moderated_profile set is_name_alone = true where display_name is not null and bio = '' and avatar_media_id is null;
