-- An address that was given up counts on too, and whatever was under way for an account ends with it.
comment on column pledge.address_key is
  'Keyed hash of the canonical address under which this counted, once its person has left or has given the address up for another; absent until then.';
comment on column pledge.state is 'repeated: the address is in the count already, from an account that has left or given it up.';

-- Deleting holds the person's row, so what comes meanwhile waits here, and then sees that nobody is there. A person who
-- is not there at all is left to the foreign key.
create function refuse_for_deleted() returns trigger language plpgsql as $$
declare
  whose uuid;
  gone timestamptz;
begin
  if tg_table_name = 'media' then whose := new.owner_id; else whose := new.person_id; end if;
  select deleted_at into gone from public.person where id = whose for key share;
  if gone is not null then
    raise exception 'This account is deleted.' using errcode = 'HD001';
  end if;
  return new;
end $$;
create trigger refuse_for_deleted before insert on auth_account for each row execute function refuse_for_deleted();
create trigger refuse_for_deleted before insert on auth_session for each row execute function refuse_for_deleted();
create trigger refuse_for_deleted before insert on media for each row when (new.owner_id is not null) execute function refuse_for_deleted();
