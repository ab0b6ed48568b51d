-- The logo of a target: the address that it is shown from. A picture that was imported is kept as all pictures are; an icon of the set that comes with the build has an address alone.
alter table target add column logo_url text check (length(logo_url) <= 200);
alter table target add column logo_media_id uuid unique references media (id) on delete set null;
alter table target add constraint target_logo_check check (logo_media_id is null or logo_url is not null);

alter table media drop constraint media_purpose_check;
alter table media add constraint media_purpose_check check (purpose in ('campaign_cover', 'attachment', 'avatar', 'logo'));
