-- Made by `npm run schema` from db/migrations: read this to see the data, change the migrations.

SET check_function_bodies = off;

CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;

CREATE OR REPLACE FUNCTION public.campaign_words_of(title text, summary text, target_id uuid)
 RETURNS tsvector
 LANGUAGE sql
 STABLE
AS $function$
  select public.word_vector(title || ' ' || summary) || coalesce((select t.words from public.target t where t.id = target_id), '') $function$;

CREATE OR REPLACE FUNCTION public.has_moderators()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from public.person p where p.role in ('moderator', 'admin') and p.deleted_at is null and p.suspended_at is null) $function$;

CREATE OR REPLACE FUNCTION public.is_kept_apart(viewer uuid, author uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from public.person_block b where b.person_id = viewer and b.other_id = author)
    or exists (select from public.person_block b join public.person v on v.id = viewer
      where b.person_id = author and b.other_id = viewer and b.kind = 'block' and v.role = 'member') $function$;

CREATE OR REPLACE FUNCTION public.join_group(campaign uuid, network text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  label text := network;
  earlier text;
begin
  loop
    -- The first join of a network in a week has the label of the week before, if any join of that week has it.
    select s.network_before into earlier from public.join_signal s where s.campaign_id = campaign and s.network = label order by s.at limit 1;
    exit when earlier is null or not exists (
      select from public.join_signal e where e.campaign_id = campaign and e.network = earlier and e.held_at is not null);
    label := earlier;
  end loop;
  return label;
end $function$;

CREATE OR REPLACE FUNCTION public.look_alike_key(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(nullif(replace(replace(replace(core.words, ' ', ''), 'rn', 'm'), 'vv', 'w'), ''), public.norm(given))
  -- Letters without marks and invisible characters, and ASCII letters for those that look like them.
  from (select translate(
      regexp_replace(normalize(given, NFKD),
        '[\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u2800\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\U000e0000-\U000e0fff]', '', 'g'),
      U&'\01a7\01a8\01bb\03e8\03e9\14bf\a644\a645\a6ef\a75a\a75b\01b7\021c\021d\025c\0292\0417\0437\0498\0499\04e0\04e1\2ccc\2ccd\a76a\a76b\a7ab\+0118ca'
      '\+016f3b\+01d206\13ce\ab9e\+0118af\+0118cf\01bc\+0118bb\+0118db\0431\13ee\2cd2\2cd3\abbe\+0118d5\+0104d2\+0104fa\+0118c6\+01d212\0222\0223\09ea\0a6a\+01031a\+01e8cb\09ed\0a67\0b68'
      '\0d6d\2cca\2ccb\a76e\a76f\+0118ac\+0118cc\+0118d6\0391\0410\13aa\15c5\a4ee\+0102a0\+016f40\0392\0412\13f4\15f7\a4d0\a7b4\+010282\+0102a1\+010301\0421\04aa\13df\20a1'
      '\2ca4\a4da\+0102a2\+010302\+010415\+01051c\+0118e9\+0118f2\+01f74c\00d0\0110\0189\13a0\15de\15ea\a4d3\0246\0395\0415\13ac\22ff\2d39\a4f0\+010286\+0118a6\+0118ae\0191\03dc'
      '\15b4\a4dd\a798\+010287\+0102a5\+010525\+0118a2\+0118c2\+01d213\01e4\050c\13c0\13f3\a4d6\0126\0397\041d\04a2\04c7\04c9\13bb\157c\2c67\2c8e\a4e7\+0102cf\0196\0197'
      '\0399\0406\04c0\2c92\0248\037f\0408\13ab\148d\a4d9\a7b2\039a\041a\049a\049e\13e6\16d5\20ad\2c69\2c94\a4d7\a740\+010518\0141\13de\14aa\2cd0\a4e1'
      '\+01041b\+010526\+0118a3\+0118b2\+016f16\+01d22a\039c\03fa\041c\04cd\13b7\15f0\16d6\2c98\a4df\+0102b0\+010311\019d\039d\2c9a\a4e0\+01018e\+010513\00d8\019f\0398\039f\03b8'
      '\041e\0472\04e8\0555\07c0\09e6\0b20\0b66\12d0\13be\13eb\2296\229d\236c\2c9e\2d31\2d41\2d54\3007\a4f3\a74a\+010292\+0102ab\+010404\+0104c2\+010516\+0114d0\+0118b5'
      '\+0118e0\+01d21a\+01f714\03a1\0420\13e2\146d\2ca2\a4d1\+010295\2d55\01a6\13a1\13d2\1587\a4e3\+0104b4\+016f35\+01d216\0405\054f\13d5\13da\a4e2\+010296\+010420\+016f3a\0166'
      '\01ae\023e\03a4\0422\04ac\13a2\20ae\22a4\2361\27d9\2ca6\a4d4\+010297\+0102b1\+010315\+0118bc\+016f0a\+01f768\0244\054d\1200\13cc\144c\222a\22c3\a4f4\+0104ce\+0118b8'
      '\+016f42\0474\0667\06f7\13d9\142f\2d38\a4e6\a6df\+010197\+01051d\+0118a0\+016f08\+01d20d\+01f708\051c\13b3\13d4\20a9\a4ea\+0118e6\+0118ef\03a7\0425\04b2\166d\16b7\2573'
      '\2cac\2d5d\a4eb\a7b3\+010196\+010290\+0102b4\+010317\+010322\+010527\+0118ec\00a5\024e\03a5\0423\04ae\04b0\13a9\13bd\2ca8\a4ec\+0102b2\+0118a4\+016f43\01b5\0224\0396\13c3'
      '\a4dc\+0102f5\+0118a9\+0118e5\0251\03b1\0430\2376\237a\ab7a\0180\0182\0183\0184\0185\0253\03b2\0411\042c\0432\044c\0462\0463\048c\048d\13cf\13fc\15af'
      '\a7b5\ab9f\00a2\023c\0441\04ab\1d04\2ca5\abaf\+01043d\00f0\0111\018c\0256\0257\0501\13e7\146f\20ab\a4d2\ab70\abb7\0247\03b5\0435\04bd\04bf\212e'
      '\ab32\ab7c\+0118ce\0192\03dd\0584\1d6e\1e9d\a799\ab35\018d\01e5\0260\0261\050d\0581\13fb\1d83\ab90\0127\0266\043d\045b\04a3\04bb\04c8\04ca\0570'
      '\13c2\13f2\13fa\2c68\2c8f\a695\ab8b\ab92\0131\0268\0269\026a\03b9\0456\04cf\13a5\1d7b\1d7c\2373\2378\a647\ab75\+0118c3\0249\029d\03f3\0458\ab7b'
      '\0199\03ba\043a\049b\049f\2c6a\2c95\a741\abb6\0142\019a\01c0\026b\026d\05c0\05d5\05df\0627\0661\0673\06f1\07ca\16c1\2223\23fd\2c93\2cd1\2d4f'
      '\a4f2\abae\+01028a\+010309\+010320\+010443\+0118d2\+016f28\+01e8c7\03bc\03fb\043c\04ce\2c99\ab87\019e\0272\0273\03b7\0578\057c\1d70\2c9b\00f8\0275\03bf\03c3\043e'
      '\0473\04e9\0585\05e1\0647\0665\06be\06c1\06d5\06f5\06ff\0966\0a66\0ae6\0be6\0c66\0ce6\0d20\0d66\0e50\0ed0\1010\101d\1040\10ff\1d0f\1d11\2c9f'
      '\a74b\ab3d\ab3e\ab74\ab8e\abbb\+01042c\+0104ea\+0118c8\+0118d7\01a5\03c1\0440\1d7d\2374\2ca3\abb2\02a0\051b\0563\0566\024d\027c\027d\0280\0433\0493\1d26'
      '\1d72\2c85\ab47\ab48\ab71\ab81\aba2\+0104dc\01bd\0282\0455\057f\1d74\a731\aba5\abaa\+010448\+0118c1\0167\01ad\0288\03c4\0442\04ad\1d75\2c66\2ca7\ab72'
      '\0289\028b\03c5\057d\1d1c\1d7e\a79f\ab4e\ab52\ab9c\+0104f6\+0118d8\03bd\0475\05d8\1d20\2228\22c1\aba9\+011706\+0118c0\026f\0461\047d\051d\0561\1d21\a761'
      '\ab83\aba4\+0114c5\+01170a\+01170e\+01170f\00d7\03c7\0445\04b3\1541\157d\166e\292b\292c\2a2f\2a30\2cad\ab53\01b4\024f\0263\028f\03b3\0443\04af\04b1\10e7'
      '\1d8c\1eff\2ca9\ab5a\ab79\ab8d\+0118dc\01b6\0225\0290\03b6\1d22\1d76\ab93\+0118c4\+0118c9',
      '2222222222233333333333333333334444555666666777788888899999999999AAAAAAABBBBBBBBBCCCCCCCCCCCCCDDDDDDDEEEEEEEEEEFFFFFFFFFFFGGGGGHHHHHHHHHHHHII'
      'IIIIJJJJJJJKKKKKKKKKKKKLLLLLLLLLLLMMMMMMMMMMMNNNNNNOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOPPPPPPPQRRRRRRRRSSSSSSSSTTTTTTTTTTTTTTTTTTTUUUUUUUUUU'
      'UVVVVVVVVVVVVVVWWWWWWWXXXXXXXXXXXXXXXXXYYYYYYYYYYYYYZZZZZZZZaaaaaabbbbbbbbbbbbbbbbbbbbccccccccddddddddddddeeeeeeeeefffffffggggggggghhhhhhhhh'
      'hhhhhhhhiiiiiiiiiiiiiiijjjjjkkkkkkkkkllllllllllllllllllllllllllllmmmmmmnnnnnnnnooooooooooooooooooooooooooooooooooooooooooopppppppqqqqrrrrrrr'
      'rrrrrrrrssssssssssttttttttttuuuuuuuuuuuuvvvvvvvvvwwwwwwwwwwwwwxxxxxxxxxxxxxyyyyyyyyyyyyyyyyzzzzzzzzz') as letters) shown
  -- A capital I inside a word is read as l (AppIe), and a small l before a consonant at its beginning as I (lkea).
  cross join lateral (select regexp_replace(regexp_replace(shown.letters, '(?<=[a-z]I*)I|(?<=[A-Za-z])I(?=[a-z])', 'l', 'g'),
      '(?<![A-Za-z0-9])l(?=[bcdfghjkmnpqrstvwxz][a-z]{2})', 'I', 'g') as letters) cased
  cross join lateral (select public.plain_words(replace(replace(cased.letters, '&', ' and '), '+', ' plus ')) as words) spelled
  -- The digits 0 and 1 are read as o and l next to letters (Micr0soft, Goog1e), but not in A1 or 3M.
  cross join lateral (select regexp_replace(regexp_replace(spelled.words, '(?<=[a-z][a-z01]*)0(?=[0-1]*[a-z])|(?<=[a-z]{3}[01]*)0|(?<![a-z0-9])0(?=[a-z]{3})', 'o', 'g'),
      '(?<=[a-z][a-z01]*)1(?=[0-1]*[a-z])|(?<=[a-z]{3}[01]*)1', 'l', 'g') as words) read
  -- The legal form of a company, unless little else is left (The Limited). Short ones that are also words (AG, SA, Co alone) stay.
  cross join lateral (select regexp_replace(read.words,
      '( (and )?(co|pty|pvt|pte))?( (inc|incorporated|ltd|limited|llc|llp|gmbh|plc|corp|corporation|kgaa))+$', '') as words) bare
  cross join lateral (select case when bare.words in ('', 'the', 'a') then read.words else bare.words end as words) core $function$;

CREATE OR REPLACE FUNCTION public.near_words(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when length(word) between 3 and 40
    then array(select distinct left(word, at - 1) || substr(word, at + 1) from generate_series(1, length(word)) as at) || word
    else '{}'::text[] end $function$;

CREATE OR REPLACE FUNCTION public.norm(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select lower(public.unaccent('public.unaccent'::regdictionary, words)) $function$;

CREATE OR REPLACE FUNCTION public.plain_words(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select btrim(regexp_replace(translate(public.norm(given), '''’‘`´ʼ', ''),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb\ufe0f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufffd]+', ' ', 'g')) $function$;

CREATE OR REPLACE FUNCTION public.reads_held_content(viewer uuid, state text, author uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select state in ('hidden_by_reports', 'waiting', 'returned') and viewer is not null
    and (viewer = author or exists (select from public.person p where p.id = viewer and p.role <> 'member')) $function$;

CREATE OR REPLACE FUNCTION public.reads_hidden_by_organizer(viewer uuid, author uuid, campaign uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select viewer is not null and (viewer = author
    or exists (select from public.campaign c where c.id = campaign and c.creator_id = viewer)
    or exists (select from public.person p where p.id = viewer and p.role <> 'member')) $function$;

CREATE OR REPLACE FUNCTION public.trust_level(of_person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when p.role <> 'member' then 'trusted'
    when p.counting_from is null then 'unconfirmed'
    when p.created_at <= now() - interval '30 days' and remained.things >= 30 then 'trusted'
    when p.is_established or (p.created_at <= now() - interval '24 hours' and remained.things >= 3) then 'member'
    else 'new' end
  from public.person p cross join lateral (
    select count(*) as things from (
      (select from public.comment s
        left join public.campaign c on c.id = s.campaign_id
        left join public.community_post o on o.id = s.post_id left join public.community k on k.id = o.community_id
        where s.author_id = p.id and (s.removed_at is null or s.moderation = 'hidden_by_organizer') and s.created_at <= now() - interval '24 hours'
          and c.moderation is null and o.moderation is null and k.moderation is null
          and c.creator_id is distinct from p.id and k.privacy is distinct from 'private' limit 30)
      union all
      (select from public.community_post o join public.community k on k.id = o.community_id
        where o.author_id = p.id and o.moderation is null and k.moderation is null and o.created_at <= now() - interval '24 hours' and k.privacy = 'public' limit 30)
      union all
      (select from public.campaign c where c.creator_id = p.id and c.status <> 'draft' and c.moderation is null
        and c.published_at <= now() - interval '24 hours' limit 30)
      union all
      (select from public.campaign_update u join public.campaign c on c.id = u.campaign_id
        where c.creator_id = p.id and c.status <> 'draft' and c.moderation is null and u.moderation is null and u.created_at <= now() - interval '24 hours' limit 30)
      limit 30) as thing) as remained
  where p.id = of_person $function$;

CREATE OR REPLACE FUNCTION public.uuid_v7()
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO 'pg_catalog'
AS $function$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.visible_campaign(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select c.id from public.campaign c where c.creator_id = viewer or (select true from public.public_campaign p where p.id = c.id) $function$;

CREATE OR REPLACE FUNCTION public.visible_chat_message(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select m.id from public.campaign_chat_message m
  where (m.moderation is null or m.author_id = viewer or public.reads_held_content(viewer, m.moderation, m.author_id))
    and (select true from public.visible_campaign(viewer) as seen(id) where seen.id = m.campaign_id) $function$;

CREATE OR REPLACE FUNCTION public.visible_comment(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select s.id from public.comment s
  where (s.removed_at is null or public.reads_held_content(viewer, s.moderation, s.author_id)
      or (s.moderation = 'hidden_by_organizer' and public.reads_hidden_by_organizer(viewer, s.author_id, s.campaign_id)))
    and (s.campaign_id is null or (select true from public.visible_campaign(viewer) as seen(id) where seen.id = s.campaign_id))
    and (s.post_id is null or (select true from public.visible_post(viewer) as seen(id) where seen.id = s.post_id)) $function$;

CREATE OR REPLACE FUNCTION public.visible_community(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select c.id from public.community c where (c.moderation is null or c.owner_user_id = viewer)
    and (select true from public.visible_community_inside(viewer) as seen(id) where seen.id = c.id) $function$;

CREATE OR REPLACE FUNCTION public.visible_community_card(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select g.id from public.community g where g.moderation is null or g.owner_user_id = viewer $function$;

CREATE OR REPLACE FUNCTION public.visible_community_inside(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select c.id from public.community c where c.privacy = 'public'
    or (select m.status = 'active' from public.community_member m where m.community_id = c.id and m.person_id = viewer) $function$;

CREATE OR REPLACE FUNCTION public.visible_company_statement(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select s.id from public.company_statement s where (s.moderation is null or s.author_id = viewer)
    and (select true from public.visible_campaign(viewer) as seen(id) where seen.id = s.campaign_id) $function$;

CREATE OR REPLACE FUNCTION public.visible_picture(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select m.id from public.media m where exists (select from public.picture_place w where w.media_id = m.id and w.state is null and case w.kind
    when 'campaign' then (select true from public.visible_campaign(viewer) as seen(id) where seen.id = w.content_id)
    when 'person' then (select true from public.visible_profile(viewer) as seen(id) where seen.id = w.content_id)
    when 'target' then (select true from public.visible_target(viewer) as seen(id) where seen.id = w.content_id)
    when 'update' then (select true from public.visible_update(viewer) as seen(id) where seen.id = w.content_id)
    when 'comment' then (select true from public.visible_comment(viewer) as seen(id) where seen.id = w.content_id)
    when 'post' then (select true from public.visible_post(viewer) as seen(id) where seen.id = w.content_id)
    else case w.slot when 'logo' then (select true from public.visible_community_card(viewer) as seen(id) where seen.id = w.content_id)
      else (select true from public.visible_community(viewer) as seen(id) where seen.id = w.content_id) end end) $function$;

CREATE OR REPLACE FUNCTION public.visible_post(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select p.id from public.community_post p
  where (p.moderation is null or p.author_id = viewer or public.reads_held_content(viewer, p.moderation, p.author_id))
    and (select true from public.visible_community(viewer) as seen(id) where seen.id = p.community_id) $function$;

CREATE OR REPLACE FUNCTION public.visible_profile(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select q.id from public.person q where q.deleted_at is null and q.suspended_at is null $function$;

CREATE OR REPLACE FUNCTION public.visible_target(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$ select t.id from public.target t $function$;

CREATE OR REPLACE FUNCTION public.visible_update(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select u.id from public.campaign_update u where (u.moderation is null or u.creator_id = viewer)
    and (select true from public.visible_campaign(viewer) as seen(id) where seen.id = u.campaign_id) $function$;

CREATE OR REPLACE FUNCTION public.website_host(url text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select lower(substring(url from '^[A-Za-z]+://(?:[Ww][Ww][Ww]\.)?([^/:?#]+)')) $function$;

CREATE OR REPLACE FUNCTION public.word_list(given text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array(select distinct left(word, 64) from unnest(string_to_array(public.plain_words(given), ' ')) as word where word <> '') $function$;

CREATE OR REPLACE FUNCTION public.word_vector(given text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array_to_tsvector(public.word_list(given)) $function$;

CREATE TABLE schema_migration (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT schema_migration_pkey PRIMARY KEY (name)
);

CREATE TABLE person (
    id uuid NOT NULL,
    email text,
    email_verified boolean DEFAULT false NOT NULL,
    counting_from timestamp with time zone,
    full_name text DEFAULT ''::text NOT NULL,
    first_name text DEFAULT ''::text NOT NULL,
    last_name text DEFAULT ''::text NOT NULL,
    display_name text NOT NULL,
    username text,
    display_username text,
    avatar_url text,
    bio text DEFAULT ''::text NOT NULL,
    role text DEFAULT 'member'::text NOT NULL,
    suspended_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    avatar_media_id uuid,
    allow_dms boolean DEFAULT true NOT NULL,
    notify_email boolean DEFAULT true NOT NULL,
    notify_dms boolean DEFAULT true NOT NULL,
    notify_campaign_updates boolean DEFAULT true NOT NULL,
    notify_recommendations boolean DEFAULT true NOT NULL,
    deleted_at timestamp with time zone,
    shown_words tsvector GENERATED ALWAYS AS (word_vector((first_name || ' '::text) || "left"(last_name, 1))) STORED NOT NULL,
    confirmed_by_link_alone boolean DEFAULT false NOT NULL,
    pledge_privately boolean DEFAULT true NOT NULL,
    has_dismissed_shown_pledges boolean DEFAULT false NOT NULL,
    suspended_until timestamp with time zone,
    is_established boolean DEFAULT false NOT NULL,
    profile_changed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT person_pkey PRIMARY KEY (id),
    CONSTRAINT person_avatar_media_id_key UNIQUE (avatar_media_id),
    CONSTRAINT person_email_key UNIQUE (email),
    CONSTRAINT person_username_key UNIQUE (username),
    CONSTRAINT confirmed_has_address CHECK (email IS NOT NULL OR NOT email_verified),
    CONSTRAINT deleted_keeps_nothing CHECK (deleted_at IS NULL OR email IS NULL AND username IS NULL AND display_username IS NULL AND avatar_url IS NULL AND avatar_media_id IS NULL AND bio = ''::text AND full_name = ''::text AND first_name = ''::text AND last_name = ''::text AND display_name = '[deleted]'::text),
    CONSTRAINT person_bio_check CHECK (length(bio) <= 500),
    CONSTRAINT person_display_name_check CHECK (length(display_name) <= 100),
    CONSTRAINT person_email_check CHECK (email = lower(email) AND length(email) <= 254),
    CONSTRAINT person_full_name_check CHECK (length(full_name) <= 100),
    CONSTRAINT person_role_check CHECK (role = ANY (ARRAY['member'::text, 'moderator'::text, 'admin'::text])),
    CONSTRAINT person_username_check CHECK (username = lower(username) AND username ~ '^[a-z0-9_]{3,30}$'::text),
    CONSTRAINT suspension_ends CHECK (suspended_until IS NULL OR suspended_at IS NOT NULL)
);
COMMENT ON COLUMN person.email_verified IS 'Confirmed by mail or by a provider; never merely because no mail is configured.';
COMMENT ON COLUMN person.counting_from IS 'From this moment the person''s pledges count; null while the e-mail is unconfirmed.';
COMMENT ON COLUMN person.confirmed_by_link_alone IS 'The address was confirmed by the mailed link in a browser that was not signed in as this person. The account can still be claimed by whoever proves the address again.';
COMMENT ON COLUMN person.has_dismissed_shown_pledges IS 'This person has dismissed the notice that pledges from before 0027 are on the profile.';
COMMENT ON COLUMN person.is_established IS 'The account was a week old when trust levels began, so that it is a member whatever it wrote.';
COMMENT ON COLUMN person.profile_changed_at IS 'Last time the person has changed what everybody reads of the profile: names, text or picture.';
CREATE INDEX person_display_words ON person USING gin (word_vector(display_name)) WITH (fastupdate=off);
CREATE INDEX person_newest ON person USING btree (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX person_shown_words ON person USING gin (shown_words) WITH (fastupdate=off);
CREATE INDEX person_staff ON person USING btree (role) WHERE role <> 'member'::text;
CREATE INDEX person_suspended ON person USING btree (suspended_until) WHERE suspended_at IS NOT NULL;

CREATE TABLE auth_session (
    id uuid NOT NULL,
    token text NOT NULL,
    person_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT auth_session_pkey PRIMARY KEY (id),
    CONSTRAINT auth_session_token_key UNIQUE (token),
    CONSTRAINT auth_session_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX auth_session_person_id_idx ON auth_session USING btree (person_id);
CREATE OR REPLACE FUNCTION public.drop_pushes_of_ended_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.expires_at > now() then
    delete from public.push_subscription where session_id = old.id;
  end if;
  return old;
end $function$;
CREATE TRIGGER drop_pushes_of_ended_session BEFORE DELETE ON auth_session FOR EACH ROW EXECUTE FUNCTION drop_pushes_of_ended_session();
CREATE OR REPLACE FUNCTION public.refuse_for_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  whose uuid;
  gone timestamptz;
begin
  if tg_table_name = 'media' then whose := new.owner_id;
  elsif tg_table_name = 'community_post' then whose := new.author_id;
  elsif tg_table_name = 'community_invite' then whose := new.created_by;
  else whose := new.person_id;
  end if;
  select deleted_at into gone from public.person where id = whose for key share;
  if gone is not null then
    raise exception 'This account is deleted.' using errcode = 'HD001';
  end if;
  return new;
end $function$;
CREATE TRIGGER refuse_for_deleted BEFORE INSERT ON auth_session FOR EACH ROW EXECUTE FUNCTION refuse_for_deleted();

CREATE TABLE auth_account (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    provider_id text NOT NULL,
    account_id text NOT NULL,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp with time zone,
    refresh_token_expires_at timestamp with time zone,
    scope text,
    password text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT auth_account_pkey PRIMARY KEY (id),
    CONSTRAINT auth_account_provider_id_account_id_key UNIQUE (provider_id, account_id),
    CONSTRAINT auth_account_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX auth_account_person_id_idx ON auth_account USING btree (person_id);
CREATE TRIGGER refuse_for_deleted BEFORE INSERT ON auth_account FOR EACH ROW EXECUTE FUNCTION refuse_for_deleted();

CREATE TABLE auth_verification (
    id uuid NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT auth_verification_pkey PRIMARY KEY (id)
);
CREATE INDEX auth_verification_identifier_idx ON auth_verification USING btree (identifier);

CREATE TABLE industry (
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    name_key text DEFAULT ''::text NOT NULL,
    is_verified boolean DEFAULT true NOT NULL,
    is_locked boolean DEFAULT false NOT NULL,
    merged_into uuid,
    CONSTRAINT industry_pkey PRIMARY KEY (id),
    CONSTRAINT industry_name_key_key UNIQUE (name_key),
    CONSTRAINT industry_slug_key UNIQUE (slug),
    CONSTRAINT industry_description_check CHECK (length(description) <= 2000),
    CONSTRAINT industry_name_check CHECK (length(name) >= 2 AND length(name) <= 80),
    CONSTRAINT industry_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES industry(id) ON DELETE CASCADE
);
CREATE INDEX industry_merged_into_idx ON industry USING btree (merged_into) WHERE merged_into IS NOT NULL;
CREATE UNIQUE INDEX industry_name_key ON industry USING btree (norm(name));
CREATE OR REPLACE FUNCTION public.keep_name_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.name_key := public.look_alike_key(new.name);
  return new;
end $function$;
CREATE TRIGGER keep_name_key BEFORE INSERT OR UPDATE OF name ON industry FOR EACH ROW EXECUTE FUNCTION keep_name_key();
CREATE OR REPLACE FUNCTION public.keep_subject_rank()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    delete from public.subject_rank where subject_id = old.id;
    return old;
  end if;
  if tg_table_name = 'target' then
    insert into public.subject_rank (subject_id, kind, industry_id, sort_name, is_verified, is_merged)
    values (new.id, 'target', new.industry_id, public.norm(new.name), new.is_verified, new.merged_into is not null)
    on conflict (subject_id) do update set industry_id = excluded.industry_id, sort_name = excluded.sort_name, is_verified = excluded.is_verified,
      is_merged = excluded.is_merged;
  else
    insert into public.subject_rank (subject_id, kind, sort_name, is_verified, is_merged)
    values (new.id, tg_table_name, public.norm(new.name), new.is_verified, new.merged_into is not null)
    on conflict (subject_id) do update set sort_name = excluded.sort_name, is_verified = excluded.is_verified, is_merged = excluded.is_merged;
  end if;
  return new;
end $function$;
CREATE TRIGGER keep_subject_rank AFTER INSERT OR DELETE ON industry FOR EACH ROW EXECUTE FUNCTION keep_subject_rank();
CREATE TRIGGER keep_subject_rank_anew AFTER UPDATE OF name, is_verified, merged_into ON industry FOR EACH ROW EXECUTE FUNCTION keep_subject_rank();

CREATE TABLE cause (
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    icon text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    name_key text DEFAULT ''::text NOT NULL,
    is_verified boolean DEFAULT true NOT NULL,
    is_locked boolean DEFAULT false NOT NULL,
    merged_into uuid,
    CONSTRAINT cause_pkey PRIMARY KEY (id),
    CONSTRAINT cause_name_key_key UNIQUE (name_key),
    CONSTRAINT cause_slug_key UNIQUE (slug),
    CONSTRAINT cause_description_check CHECK (length(description) <= 2000),
    CONSTRAINT cause_name_check CHECK (length(name) >= 1 AND length(name) <= 80 AND POSITION((','::text) IN (name)) = 0),
    CONSTRAINT cause_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES cause(id) ON DELETE CASCADE
);
CREATE INDEX cause_merged_into_idx ON cause USING btree (merged_into) WHERE merged_into IS NOT NULL;
CREATE UNIQUE INDEX cause_name_key ON cause USING btree (norm(name));
CREATE TRIGGER keep_name_key BEFORE INSERT OR UPDATE OF name ON cause FOR EACH ROW EXECUTE FUNCTION keep_name_key();
CREATE TRIGGER keep_subject_rank AFTER INSERT OR DELETE ON cause FOR EACH ROW EXECUTE FUNCTION keep_subject_rank();
CREATE TRIGGER keep_subject_rank_anew AFTER UPDATE OF name, is_verified, merged_into ON cause FOR EACH ROW EXECUTE FUNCTION keep_subject_rank();

CREATE TABLE target (
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    industry_id uuid,
    website_url text,
    description text DEFAULT ''::text NOT NULL,
    is_fictional boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    logo_url text,
    logo_media_id uuid,
    name_key text DEFAULT ''::text NOT NULL,
    is_verified boolean DEFAULT true NOT NULL,
    is_locked boolean DEFAULT false NOT NULL,
    merged_into uuid,
    former_names text DEFAULT ''::text NOT NULL,
    words tsvector GENERATED ALWAYS AS (word_vector((name || ' '::text) || former_names)) STORED NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT target_pkey PRIMARY KEY (id),
    CONSTRAINT target_logo_media_id_key UNIQUE (logo_media_id),
    CONSTRAINT target_name_key_key UNIQUE (name_key),
    CONSTRAINT target_slug_key UNIQUE (slug),
    CONSTRAINT target_description_check CHECK (length(description) <= 2000),
    CONSTRAINT target_logo_check CHECK (logo_media_id IS NULL OR logo_url IS NOT NULL),
    CONSTRAINT target_logo_url_check CHECK (length(logo_url) <= 200),
    CONSTRAINT target_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
    CONSTRAINT target_website_url_check CHECK (length(website_url) <= 2048),
    CONSTRAINT target_industry_id_fkey FOREIGN KEY (industry_id) REFERENCES industry(id),
    CONSTRAINT target_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES target(id) ON DELETE CASCADE
);
COMMENT ON COLUMN target.name_key IS 'The key of the name: names that look alike have the same key. If an older target has the same key, the id of this one is appended.';
COMMENT ON COLUMN target.is_verified IS 'False until a moderator has looked at a target that a person entered. Imported ones and those of the demo are verified.';
COMMENT ON COLUMN target.is_locked IS 'A moderator has decided that no new campaign may be about it. Its campaigns stay.';
COMMENT ON COLUMN target.merged_into IS 'The target that has replaced this one. It is never itself merged.';
COMMENT ON COLUMN target.former_names IS 'The names of the targets that were merged into this one.';
COMMENT ON COLUMN target.updated_at IS 'Last change of what everybody reads of it: name, website, description or logo.';
CREATE INDEX target_industry_id_idx ON target USING btree (industry_id);
CREATE INDEX target_merged_into_idx ON target USING btree (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX target_name_id_norm_idx ON target USING btree (name, id, norm(name));
CREATE UNIQUE INDEX target_name_key ON target USING btree (norm(name));
CREATE INDEX target_name_trgm ON target USING gin (norm(name) gin_trgm_ops);
CREATE INDEX target_slug_idx ON target USING btree (slug text_pattern_ops);
CREATE INDEX target_words ON target USING gin (words) WITH (fastupdate=off);
CREATE TRIGGER keep_name_key BEFORE INSERT OR UPDATE OF name ON target FOR EACH ROW EXECUTE FUNCTION keep_name_key();
CREATE OR REPLACE FUNCTION public.keep_search_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  found text[];
begin
  if tg_table_name = 'campaign' then
    if new.status = 'draft' then return null; end if;
    found := tsvector_to_array(new.words);
  elsif tg_table_name = 'target' then
    found := tsvector_to_array(new.words);
  else
    found := tsvector_to_array(new.words) || public.word_list(array_to_string(new.tags, ' '));
  end if;
  found := array(select given.word from unnest(found) as given(word) where not exists (select from public.search_word s where s.word = given.word));
  if cardinality(found) = 0 then return null; end if;
  perform pg_advisory_xact_lock(7265417);
  insert into public.search_word (word) select distinct word from unnest(found) as word order by word on conflict do nothing;
  return null;
end $function$;
CREATE CONSTRAINT TRIGGER keep_search_words AFTER INSERT OR UPDATE OF name, former_names ON target DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_search_words();
CREATE TRIGGER keep_subject_rank AFTER INSERT OR DELETE ON target FOR EACH ROW EXECUTE FUNCTION keep_subject_rank();
CREATE TRIGGER keep_subject_rank_anew AFTER UPDATE OF name, industry_id, is_verified, merged_into ON target FOR EACH ROW EXECUTE FUNCTION keep_subject_rank();
CREATE OR REPLACE FUNCTION public.keep_words_about_target()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from public.campaign where target_id = new.id order by id for update;
  update public.campaign set words = public.campaign_words_of(title, summary, target_id) where target_id = new.id;
  return null;
end $function$;
CREATE TRIGGER keep_words_about_target AFTER UPDATE OF name, former_names ON target FOR EACH ROW WHEN (old.words IS DISTINCT FROM new.words) EXECUTE FUNCTION keep_words_about_target();
CREATE OR REPLACE FUNCTION public.suspend_after_website_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  delete from public.target_domain where target_id = new.id;
  update public.representative set state = 'suspended', suspended_for = 'website' where target_id = new.id and state = 'active';
  return null;
end $function$;
CREATE TRIGGER suspend_representatives AFTER UPDATE OF website_url ON target FOR EACH ROW WHEN (website_host(old.website_url) IS DISTINCT FROM website_host(new.website_url)) EXECUTE FUNCTION suspend_after_website_change();
CREATE OR REPLACE FUNCTION public.touch_target()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.updated_at = clock_timestamp();
  return new;
end $function$;
CREATE TRIGGER target_changed BEFORE UPDATE OF name, website_url, description, logo_url ON target FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.website_url IS DISTINCT FROM new.website_url OR old.description IS DISTINCT FROM new.description OR old.logo_url IS DISTINCT FROM new.logo_url) EXECUTE FUNCTION touch_target();

CREATE TABLE media (
    id uuid NOT NULL,
    owner_id uuid,
    purpose text NOT NULL,
    content_hash text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes integer NOT NULL,
    placeholder text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    formats text[] DEFAULT '{webp}'::text[] NOT NULL,
    is_generated boolean DEFAULT false NOT NULL,
    CONSTRAINT media_pkey PRIMARY KEY (id),
    CONSTRAINT media_formats_check CHECK (formats <@ '{avif,webp,jpeg}'::text[] AND ('webp'::text = ANY (formats))),
    CONSTRAINT media_purpose_check CHECK (purpose = ANY (ARRAY['campaign_cover'::text, 'attachment'::text, 'avatar'::text, 'logo'::text, 'community_logo'::text, 'community_banner'::text])),
    CONSTRAINT media_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES person(id) ON DELETE SET NULL
);
COMMENT ON COLUMN media.placeholder IS 'A tiny blurred preview as a data: address, shown until the picture is there.';
CREATE INDEX media_owner_id_created_at_idx ON media USING btree (owner_id, created_at);
CREATE TRIGGER refuse_for_deleted BEFORE INSERT ON media FOR EACH ROW WHEN (new.owner_id IS NOT NULL) EXECUTE FUNCTION refuse_for_deleted();

CREATE TABLE campaign (
    id uuid NOT NULL,
    slug text,
    status text NOT NULL,
    title text NOT NULL,
    summary text DEFAULT ''::text NOT NULL,
    body text DEFAULT ''::text NOT NULL,
    body_html text DEFAULT ''::text NOT NULL,
    why_it_matters text DEFAULT ''::text NOT NULL,
    cover_media_id uuid,
    impact_mode text NOT NULL,
    product_service text,
    currency text,
    spend_cents bigint,
    duration_basis text,
    yearly_cents bigint GENERATED ALWAYS AS ( CASE WHEN impact_mode = 'monetary'::text THEN spend_cents * CASE duration_basis WHEN 'weekly'::text THEN 52 WHEN 'monthly'::text THEN 12 ELSE 1 END ELSE NULL::bigint END) STORED,
    non_monetary_unit text,
    supporters_goal bigint,
    impact_goal bigint,
    creator_id uuid,
    target_id uuid,
    draft_target_name text,
    draft_target_website text,
    draft_industry_id uuid,
    draft_industry_name text,
    draft_causes jsonb DEFAULT '[]'::jsonb NOT NULL,
    is_historical boolean DEFAULT false NOT NULL,
    started_on date,
    ended_on date,
    outcome text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    published_at timestamp with time zone,
    outcome_html text DEFAULT ''::text NOT NULL,
    title_words tsvector GENERATED ALWAYS AS (word_vector(title)) STORED NOT NULL,
    words tsvector DEFAULT ''::tsvector NOT NULL,
    moderation text,
    is_discussion_locked boolean DEFAULT false NOT NULL,
    slow_mode_seconds integer,
    quiet_every text,
    CONSTRAINT campaign_pkey PRIMARY KEY (id),
    CONSTRAINT campaign_slug_key UNIQUE (slug),
    CONSTRAINT campaign_body_check CHECK (length(body) <= 20000),
    CONSTRAINT campaign_currency_check CHECK (currency = 'USD'::text),
    CONSTRAINT campaign_duration_basis_check CHECK (duration_basis = ANY (ARRAY['one_time'::text, 'weekly'::text, 'monthly'::text, 'annual'::text])),
    CONSTRAINT campaign_impact_mode_check CHECK (impact_mode = ANY (ARRAY['monetary'::text, 'non_monetary'::text])),
    CONSTRAINT campaign_moderation_check CHECK (moderation = ANY (ARRAY['hidden'::text, 'removed'::text])),
    CONSTRAINT campaign_non_monetary_unit_check CHECK (length(non_monetary_unit) <= 60),
    CONSTRAINT campaign_product_service_check CHECK (length(product_service) <= 120),
    CONSTRAINT campaign_quiet_every_check CHECK (quiet_every = ANY (ARRAY['hour'::text, 'day'::text])),
    CONSTRAINT campaign_slow_mode_seconds_check CHECK (slow_mode_seconds >= 10 AND slow_mode_seconds <= 600),
    CONSTRAINT campaign_slug_of_published CHECK ((status = 'draft'::text) = (slug IS NULL)),
    CONSTRAINT campaign_spend_cents_check CHECK (spend_cents >= 1 AND spend_cents <= 10000000),
    CONSTRAINT campaign_status_check CHECK (status = ANY (ARRAY['draft'::text, 'active'::text, 'victory'::text, 'archived'::text])),
    CONSTRAINT campaign_summary_check CHECK (length(summary) <= 120),
    CONSTRAINT campaign_supporters_goal_check CHECK (supporters_goal >= 1 AND supporters_goal <= 1000000000),
    CONSTRAINT campaign_title_check CHECK (length(title) >= 10 AND length(title) <= 120),
    CONSTRAINT campaign_why_it_matters_check CHECK (length(why_it_matters) <= 5000),
    CONSTRAINT draft_has_target CHECK (status <> 'draft'::text OR target_id IS NOT NULL OR draft_target_name IS NOT NULL),
    CONSTRAINT history_has_no_creator CHECK (is_historical = (creator_id IS NULL)),
    CONSTRAINT impact_fields CHECK (impact_mode = 'monetary'::text AND product_service IS NOT NULL AND spend_cents IS NOT NULL AND duration_basis IS NOT NULL AND currency IS NOT NULL AND non_monetary_unit IS NULL OR impact_mode = 'non_monetary'::text AND non_monetary_unit IS NOT NULL AND spend_cents IS NULL AND duration_basis IS NULL),
    CONSTRAINT moderated_is_published CHECK (moderation IS NULL OR status <> 'draft'::text),
    CONSTRAINT published_has_everything CHECK (status = 'draft'::text OR published_at IS NOT NULL AND target_id IS NOT NULL AND summary <> ''::text AND draft_target_name IS NULL AND draft_target_website IS NULL AND draft_industry_id IS NULL AND draft_industry_name IS NULL AND draft_causes = '[]'::jsonb),
    CONSTRAINT campaign_cover_media_id_fkey FOREIGN KEY (cover_media_id) REFERENCES media(id) ON DELETE SET NULL,
    CONSTRAINT campaign_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES person(id),
    CONSTRAINT campaign_draft_industry_id_fkey FOREIGN KEY (draft_industry_id) REFERENCES industry(id),
    CONSTRAINT campaign_target_id_fkey FOREIGN KEY (target_id) REFERENCES target(id)
);
COMMENT ON COLUMN campaign.slug IS 'The last part of its address. Null for a draft, whose address is by id.';
COMMENT ON COLUMN campaign.yearly_cents IS 'Estimated impact of one supporter in a year, in integer cents.';
COMMENT ON COLUMN campaign.outcome IS 'How it ended, in the words of its sources or of whoever declared the victory.';
COMMENT ON COLUMN campaign.outcome_html IS 'The same as HTML where it was written as Markdown; empty where the words are plain.';
COMMENT ON COLUMN campaign.words IS 'The words of title, summary and the names of the target, for the search. Triggers keep them.';
COMMENT ON COLUMN campaign.quiet_every IS 'How often the creator wants the numbers to move; null for live. The site''s switch may slow them further.';
CREATE INDEX campaign_cover_media_id_idx ON campaign USING btree (cover_media_id);
CREATE INDEX campaign_creator_id_created_at_idx ON campaign USING btree (creator_id, created_at DESC);
CREATE INDEX campaign_slug_idx ON campaign USING btree (slug text_pattern_ops);
CREATE INDEX campaign_target_id_idx ON campaign USING btree (target_id);
CREATE INDEX campaign_words ON campaign USING gin (words) WITH (fastupdate=off);
CREATE OR REPLACE FUNCTION public.keep_campaign_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.words := public.campaign_words_of(new.title, new.summary, new.target_id);
  return new;
end $function$;
CREATE TRIGGER keep_campaign_words BEFORE INSERT OR UPDATE OF title, summary, target_id ON campaign FOR EACH ROW EXECUTE FUNCTION keep_campaign_words();
CREATE CONSTRAINT TRIGGER keep_search_words AFTER INSERT OR UPDATE OF title, summary, status ON campaign DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_search_words();

CREATE TABLE campaign_action (
    campaign_id uuid NOT NULL,
    sort_order integer NOT NULL,
    action_text text NOT NULL,
    id uuid DEFAULT uuid_v7() NOT NULL,
    CONSTRAINT campaign_action_pkey PRIMARY KEY (id),
    CONSTRAINT campaign_action_campaign_id_sort_order_key UNIQUE (campaign_id, sort_order) DEFERRABLE,
    CONSTRAINT campaign_action_action_text_check CHECK (length(action_text) >= 1 AND length(action_text) <= 280),
    CONSTRAINT campaign_action_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);

CREATE TABLE campaign_alternative (
    campaign_id uuid NOT NULL,
    sort_order integer NOT NULL,
    name text NOT NULL,
    url text,
    note text,
    CONSTRAINT campaign_alternative_pkey PRIMARY KEY (campaign_id, sort_order),
    CONSTRAINT campaign_alternative_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
    CONSTRAINT campaign_alternative_note_check CHECK (length(note) <= 500),
    CONSTRAINT campaign_alternative_url_check CHECK (length(url) <= 2048),
    CONSTRAINT campaign_alternative_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
CREATE OR REPLACE FUNCTION public.summary_due_of_alternatives()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.entry_summary_due (subject_id)
  select distinct s.subject_id
  from public.campaign_rank r cross join lateral unnest(array[r.target_id, r.industry_id] || r.cause_ids) as s(subject_id)
  where r.campaign_id in (select campaign_id from changed) and r.status = 'active' and s.subject_id is not null;
  return null;
end $function$;
CREATE TRIGGER summary_due AFTER INSERT ON campaign_alternative REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION summary_due_of_alternatives();
CREATE TRIGGER summary_due_on_delete AFTER DELETE ON campaign_alternative REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION summary_due_of_alternatives();
CREATE TRIGGER summary_due_on_update AFTER UPDATE ON campaign_alternative REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION summary_due_of_alternatives();

CREATE TABLE campaign_cause (
    campaign_id uuid NOT NULL,
    cause_id uuid NOT NULL,
    CONSTRAINT campaign_cause_pkey PRIMARY KEY (campaign_id, cause_id),
    CONSTRAINT campaign_cause_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT campaign_cause_cause_id_fkey FOREIGN KEY (cause_id) REFERENCES cause(id)
);
CREATE INDEX campaign_cause_cause_id_idx ON campaign_cause USING btree (cause_id);

CREATE TABLE campaign_source (
    campaign_id uuid NOT NULL,
    sort_order integer NOT NULL,
    description text NOT NULL,
    publisher text,
    url text NOT NULL,
    id uuid NOT NULL,
    CONSTRAINT campaign_source_pkey PRIMARY KEY (id),
    CONSTRAINT campaign_source_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
COMMENT ON COLUMN campaign_source.description IS 'Description of what the source shows; for a historical campaign, the title of the source.';
COMMENT ON COLUMN campaign_source.publisher IS 'Publisher of a source of a historical campaign; null where the host name is shown instead.';
CREATE INDEX campaign_source_campaign_id_sort_order_idx ON campaign_source USING btree (campaign_id, sort_order);

CREATE TABLE pledge (
    campaign_id uuid NOT NULL,
    person_id uuid NOT NULL,
    state text NOT NULL,
    is_private boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    counted_at timestamp with time zone,
    address_key text,
    notice_version smallint,
    notice_at timestamp with time zone,
    own_state text,
    is_detached boolean DEFAULT false NOT NULL,
    domain_key integer,
    CONSTRAINT pledge_pkey PRIMARY KEY (campaign_id, person_id),
    CONSTRAINT invalid_has_own_state CHECK ((state = 'invalid'::text) = (own_state IS NOT NULL)),
    CONSTRAINT notice_has_time CHECK ((notice_version IS NULL) = (notice_at IS NULL)),
    CONSTRAINT pledge_address_key_check CHECK (length(address_key) = 64),
    CONSTRAINT pledge_check CHECK ((state = 'counted'::text) <= (counted_at IS NOT NULL)),
    CONSTRAINT pledge_notice_version_check CHECK (notice_version > 0),
    CONSTRAINT pledge_own_state_check CHECK (own_state = ANY (ARRAY['unconfirmed'::text, 'paused'::text, 'counted'::text, 'held'::text, 'review'::text, 'repeated'::text])),
    CONSTRAINT pledge_state_check CHECK (state = ANY (ARRAY['unconfirmed'::text, 'paused'::text, 'counted'::text, 'held'::text, 'review'::text, 'invalid'::text, 'repeated'::text])),
    CONSTRAINT pledge_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT pledge_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
COMMENT ON COLUMN pledge.state IS 'held: looks like one of a group of automated pledges; its person sees it as counted. review: held for more than 72 hours, and its person was told. repeated: the mailbox already counts in this campaign through another account. invalid: a correction is in force.';
COMMENT ON COLUMN pledge.address_key IS 'Keyed hash of the mailbox and the campaign; of the account and the campaign if its address was not confirmed. Null: the pledge has not counted, or was disconnected from a campaign that ended long ago.';
COMMENT ON COLUMN pledge.notice_version IS 'The notice about who can see a pledge that its person saw when they last chose (noticeVersion in pledges/policy.ts); null for pledges from before there was one.';
COMMENT ON COLUMN pledge.own_state IS 'The state that the pledge has without the corrections in force; null while there are none.';
COMMENT ON COLUMN pledge.is_detached IS 'Its person has disconnected it. It belongs to an empty, deleted person of its own; the key of its mailbox is deleted 90 days after the end of the campaign.';
COMMENT ON COLUMN pledge.domain_key IS 'Keyed hash of the mail domain and the campaign, stored with address_key when the pledge is counted, held or repeated. It stays when the account is deleted or changes its address. Null: an earlier release stored the pledge, or its person has disconnected it.';
CREATE INDEX pledge_counted_at_campaign_id_idx ON pledge USING btree (counted_at) INCLUDE (campaign_id) WHERE state = 'counted'::text;
CREATE INDEX pledge_created_at ON pledge USING brin (created_at) WITH (pages_per_range='16');
CREATE INDEX pledge_detached ON pledge USING btree (campaign_id) WHERE is_detached AND address_key IS NOT NULL;
CREATE UNIQUE INDEX pledge_one_mailbox ON pledge USING btree (address_key, campaign_id) WHERE state = 'counted'::text;
CREATE INDEX pledge_other_keys ON pledge USING btree (address_key, campaign_id) WHERE state <> 'counted'::text AND address_key IS NOT NULL;
CREATE INDEX pledge_paused ON pledge USING btree (campaign_id) WHERE COALESCE(own_state, state) = 'paused'::text;
CREATE INDEX pledge_person_id_created_at_idx ON pledge USING btree (person_id, created_at DESC);
CREATE INDEX pledge_repeated ON pledge USING btree (campaign_id, address_key) WHERE state = 'repeated'::text;
CREATE INDEX pledge_unconfirmed ON pledge USING btree (campaign_id) WHERE state = 'unconfirmed'::text;
CREATE INDEX pledge_without_key ON pledge USING btree (campaign_id) WHERE state = 'counted'::text AND address_key IS NULL;

CREATE TABLE campaign_stats (
    campaign_id uuid NOT NULL,
    is_open boolean NOT NULL,
    counted bigint DEFAULT 0 NOT NULL,
    counted_version bigint DEFAULT 0 NOT NULL,
    is_moderated boolean DEFAULT false NOT NULL,
    quiet_every text,
    quiet_supporters bigint,
    quiet_version bigint,
    quiet_log bigint,
    quiet_at timestamp with time zone,
    quiet_until timestamp with time zone,
    supporters bigint GENERATED ALWAYS AS (COALESCE(quiet_supporters, counted)) STORED NOT NULL,
    version bigint GENERATED ALWAYS AS (COALESCE(quiet_version, counted_version)) STORED NOT NULL,
    CONSTRAINT campaign_stats_pkey PRIMARY KEY (campaign_id),
    CONSTRAINT campaign_stats_counted_check CHECK (counted >= 0),
    CONSTRAINT campaign_stats_quiet_every_check CHECK (quiet_every = ANY (ARRAY['hour'::text, 'day'::text])),
    CONSTRAINT quiet_is_complete CHECK (num_nonnulls(quiet_every, quiet_supporters, quiet_version, quiet_log, quiet_at, quiet_until) = ANY (ARRAY[0, 6])),
    CONSTRAINT campaign_stats_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
) WITH (fillfactor=50);
COMMENT ON COLUMN campaign_stats.counted IS 'Pledges that count now. Publish `supporters` instead.';
COMMENT ON COLUMN campaign_stats.quiet_log IS 'Rows of pledge_log with a higher id wait for the next step.';
COMMENT ON COLUMN campaign_stats.quiet_at IS 'Time of the last step of a campaign that counts quietly; null if it counts live.';
COMMENT ON COLUMN campaign_stats.quiet_until IS 'Time of the next step.';
CREATE INDEX campaign_stats_quiet_until_idx ON campaign_stats USING btree (quiet_until) WHERE quiet_until IS NOT NULL;

CREATE TABLE pledge_log (
    id bigserial,
    campaign_id uuid NOT NULL,
    person_id uuid NOT NULL,
    delta smallint NOT NULL,
    is_restored boolean DEFAULT false NOT NULL,
    CONSTRAINT pledge_log_pkey PRIMARY KEY (id),
    CONSTRAINT pledge_log_delta_check CHECK (delta = ANY (ARRAY['-1'::integer, 1]))
);
COMMENT ON COLUMN pledge_log.is_restored IS 'The pledge is no news for the creator: it had been counted before, or follows a twin.';

CREATE TABLE tally (
    subject_id uuid NOT NULL,
    kind text NOT NULL,
    supporters bigint DEFAULT 0 NOT NULL,
    campaigns bigint DEFAULT 0 NOT NULL,
    yearly_cents numeric(30,0) DEFAULT 0 NOT NULL,
    CONSTRAINT tally_pkey PRIMARY KEY (subject_id),
    CONSTRAINT tally_kind_check CHECK (kind = ANY (ARRAY['platform'::text, 'target'::text, 'industry'::text, 'cause'::text]))
) WITH (fillfactor=50);
CREATE OR REPLACE FUNCTION public.keep_ranked_campaigns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.subject_rank set campaigns = new.campaigns where subject_id = new.subject_id and campaigns <> new.campaigns;
  return null;
end $function$;
CREATE TRIGGER keep_ranked_campaigns AFTER INSERT ON tally FOR EACH ROW WHEN (new.campaigns <> 0) EXECUTE FUNCTION keep_ranked_campaigns();
CREATE TRIGGER keep_ranked_campaigns_anew AFTER UPDATE ON tally FOR EACH ROW WHEN (old.campaigns IS DISTINCT FROM new.campaigns) EXECUTE FUNCTION keep_ranked_campaigns();

CREATE TABLE tally_supporter (
    subject_id uuid NOT NULL,
    person_id uuid NOT NULL,
    n integer NOT NULL,
    CONSTRAINT tally_supporter_pkey PRIMARY KEY (subject_id, person_id)
);

CREATE TABLE campaign_rank (
    campaign_id uuid NOT NULL,
    status text NOT NULL,
    target_id uuid NOT NULL,
    industry_id uuid,
    cause_ids uuid[] NOT NULL,
    supporters bigint NOT NULL,
    score double precision NOT NULL,
    published_at timestamp with time zone NOT NULL,
    yearly_cents numeric(30,0) DEFAULT 0 NOT NULL,
    CONSTRAINT campaign_rank_pkey PRIMARY KEY (campaign_id),
    CONSTRAINT campaign_rank_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
COMMENT ON COLUMN campaign_rank.score IS 'ln(trending score) + 0.4 x days since 2020-01-01 UTC, 0 for none: it stays as it is while the score fades.';
COMMENT ON COLUMN campaign_rank.yearly_cents IS 'Estimated impact in a year, as of the last refresh: for order and for telling which campaigns have any.';
CREATE INDEX campaign_rank_cause_ids_idx ON campaign_rank USING gin (cause_ids) WITH (fastupdate=off);
CREATE INDEX campaign_rank_impact ON campaign_rank USING btree (target_id, yearly_cents DESC, campaign_id) WHERE status = 'active'::text AND yearly_cents > 0::numeric;
CREATE INDEX campaign_rank_industry_id_status_published_at_campaign_id_idx ON campaign_rank USING btree (industry_id, status, published_at DESC, campaign_id DESC);
CREATE INDEX campaign_rank_industry_id_status_score_campaign_id_idx ON campaign_rank USING btree (industry_id, status, score DESC, campaign_id DESC);
CREATE INDEX campaign_rank_industry_id_status_supporters_campaign_id_idx ON campaign_rank USING btree (industry_id, status, supporters DESC, campaign_id DESC);
CREATE INDEX campaign_rank_status_published_at_campaign_id_idx ON campaign_rank USING btree (status, published_at DESC, campaign_id DESC);
CREATE INDEX campaign_rank_status_score_campaign_id_idx ON campaign_rank USING btree (status, score DESC, campaign_id DESC);
CREATE INDEX campaign_rank_status_supporters_campaign_id_idx ON campaign_rank USING btree (status, supporters DESC, campaign_id DESC);
CREATE INDEX campaign_rank_target_id_status_published_at_campaign_id_idx ON campaign_rank USING btree (target_id, status, published_at DESC, campaign_id DESC);
CREATE INDEX campaign_rank_target_id_status_score_campaign_id_idx ON campaign_rank USING btree (target_id, status, score DESC, campaign_id DESC);
CREATE INDEX campaign_rank_target_id_status_supporters_campaign_id_idx ON campaign_rank USING btree (target_id, status, supporters DESC, campaign_id DESC);
CREATE OR REPLACE FUNCTION public.summary_due_of_rank()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' and old.status = 'active' then
    insert into public.entry_summary_due (subject_id, hides)
    select subject_id, tg_op = 'DELETE' from unnest(array[old.target_id, old.industry_id] || old.cause_ids) as s(subject_id) where subject_id is not null;
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    insert into public.entry_summary_due (subject_id)
    select subject_id from unnest(array[new.target_id, new.industry_id] || new.cause_ids) as s(subject_id) where subject_id is not null;
  end if;
  return null;
end $function$;
CREATE TRIGGER summary_due AFTER INSERT OR DELETE ON campaign_rank FOR EACH ROW EXECUTE FUNCTION summary_due_of_rank();
CREATE TRIGGER summary_due_on_update AFTER UPDATE ON campaign_rank FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.target_id IS DISTINCT FROM new.target_id OR old.industry_id IS DISTINCT FROM new.industry_id OR old.cause_ids IS DISTINCT FROM new.cause_ids) EXECUTE FUNCTION summary_due_of_rank();

CREATE TABLE campaign_update (
    id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    creator_id uuid NOT NULL,
    title text DEFAULT 'Update'::text NOT NULL,
    body text NOT NULL,
    body_html text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    moderation text,
    CONSTRAINT campaign_update_pkey PRIMARY KEY (id),
    CONSTRAINT campaign_update_body_check CHECK (length(body) >= 1 AND length(body) <= 20000),
    CONSTRAINT campaign_update_moderation_check CHECK (moderation = ANY (ARRAY['hidden'::text, 'removed'::text])),
    CONSTRAINT campaign_update_title_check CHECK (length(title) >= 1 AND length(title) <= 120),
    CONSTRAINT campaign_update_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT campaign_update_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES person(id)
);
CREATE INDEX campaign_update_campaign_id_created_at_id_idx ON campaign_update USING btree (campaign_id, created_at DESC, id DESC);
CREATE INDEX campaign_update_created_at_campaign_id_idx ON campaign_update USING btree (created_at) INCLUDE (campaign_id);

CREATE TABLE comment (
    id uuid NOT NULL,
    campaign_id uuid,
    author_id uuid NOT NULL,
    parent_id uuid,
    depth smallint NOT NULL,
    body text NOT NULL,
    body_html text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    root_id uuid NOT NULL,
    post_id uuid,
    moderation text,
    CONSTRAINT comment_pkey PRIMARY KEY (id),
    CONSTRAINT comment_body_check CHECK (length(body) <= 5000 AND (body <> ''::text OR post_id IS NOT NULL)),
    CONSTRAINT comment_check CHECK ((depth = 0) = (parent_id IS NULL)),
    CONSTRAINT comment_depth_check CHECK (depth >= 0 AND depth <= 3),
    CONSTRAINT comment_is_about_one_thing CHECK (num_nonnulls(campaign_id, post_id) = 1),
    CONSTRAINT comment_moderation_check CHECK (moderation = ANY (ARRAY['hidden'::text, 'removed'::text, 'hidden_by_organizer'::text, 'hidden_by_reports'::text, 'waiting'::text, 'returned'::text])),
    CONSTRAINT moderated_is_removed CHECK (moderation IS NULL OR removed_at IS NOT NULL),
    CONSTRAINT organizers_hide_on_campaigns CHECK (campaign_id IS NOT NULL OR moderation <> 'hidden_by_organizer'::text),
    CONSTRAINT root_is_itself CHECK ((depth = 0) = (root_id = id)),
    CONSTRAINT comment_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(id),
    CONSTRAINT comment_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT comment_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES comment(id) ON DELETE CASCADE,
    CONSTRAINT comment_root_id_fkey FOREIGN KEY (root_id) REFERENCES comment(id) ON DELETE CASCADE
);
CREATE INDEX comment_author ON comment USING btree (author_id, created_at);
CREATE INDEX comment_campaign_id_created_at_id_idx ON comment USING btree (campaign_id, created_at DESC, id DESC) INCLUDE (removed_at);
CREATE INDEX comment_campaign_id_created_at_id_idx1 ON comment USING btree (campaign_id, created_at DESC, id DESC) WHERE depth = 0;
CREATE INDEX comment_created_at_campaign_id_idx ON comment USING btree (created_at) INCLUDE (campaign_id) WHERE removed_at IS NULL;
CREATE INDEX comment_held ON comment USING btree (id) WHERE moderation = ANY (ARRAY['hidden_by_reports'::text, 'waiting'::text]);
CREATE INDEX comment_hidden_by_organizer ON comment USING btree (campaign_id) WHERE moderation = 'hidden_by_organizer'::text;
CREATE INDEX comment_parent_id_idx ON comment USING btree (parent_id);
CREATE INDEX comment_post_id_created_at_id_idx ON comment USING btree (post_id, created_at DESC, id DESC) INCLUDE (removed_at) WHERE post_id IS NOT NULL;
CREATE INDEX comment_post_id_roots ON comment USING btree (post_id, created_at DESC, id DESC) WHERE post_id IS NOT NULL AND depth = 0;
CREATE INDEX comment_root_id_created_at_id_idx ON comment USING btree (root_id, created_at, id);
CREATE OR REPLACE FUNCTION public.keep_post_comments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change int := 0;
begin
  if tg_op <> 'INSERT' and old.removed_at is null then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.removed_at is null then change := change + 1; end if;
  if change <> 0 then
    update public.community_post_stats set comments = comments + change where post_id = coalesce(new.post_id, old.post_id);
  end if;
  return null;
end $function$;
CREATE TRIGGER keep_post_comments_added AFTER INSERT ON comment FOR EACH ROW WHEN (new.post_id IS NOT NULL) EXECUTE FUNCTION keep_post_comments();
CREATE TRIGGER keep_post_comments_changed AFTER UPDATE OF removed_at ON comment FOR EACH ROW WHEN (new.post_id IS NOT NULL) EXECUTE FUNCTION keep_post_comments();
CREATE TRIGGER keep_post_comments_taken AFTER DELETE ON comment FOR EACH ROW WHEN (old.post_id IS NOT NULL) EXECUTE FUNCTION keep_post_comments();

CREATE TABLE comment_like (
    comment_id uuid NOT NULL,
    person_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT comment_like_pkey PRIMARY KEY (comment_id, person_id),
    CONSTRAINT comment_like_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comment(id) ON DELETE CASCADE,
    CONSTRAINT comment_like_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
CREATE INDEX comment_like_created_at_comment_id_idx ON comment_like USING btree (created_at) INCLUDE (comment_id);

CREATE TABLE idempotency_key (
    person_id uuid NOT NULL,
    key text NOT NULL,
    operation text NOT NULL,
    fingerprint text NOT NULL,
    answer jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT idempotency_key_pkey PRIMARY KEY (person_id, key),
    CONSTRAINT idempotency_key_key_check CHECK (length(key) >= 1 AND length(key) <= 200),
    CONSTRAINT idempotency_key_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_key_created_at_idx ON idempotency_key USING btree (created_at);

CREATE TABLE site_setting (
    name text NOT NULL,
    value jsonb NOT NULL,
    CONSTRAINT site_setting_pkey PRIMARY KEY (name)
);

CREATE TABLE audit_log (
    id uuid NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    actor_id uuid,
    action text NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    reason_hash bytea,
    CONSTRAINT audit_log_pkey PRIMARY KEY (id),
    CONSTRAINT audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES person(id)
);
COMMENT ON COLUMN audit_log.reason_hash IS 'The SHA-256 of the salt and the reason in audit_words. Null: without a reason.';
CREATE INDEX audit_log_subject_id_at_idx ON audit_log USING btree (subject_id, at);
CREATE INDEX audit_log_subject_kind_at_id_idx ON audit_log USING btree (subject_kind, at DESC, id DESC);
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin raise exception 'Rows of % are never changed or deleted.', tg_table_name using errcode = 'restrict_violation'; end $function$;
CREATE TRIGGER audit_log_stays BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_stays_whole BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE campaign_edit (
    id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    editor_id uuid,
    changes jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT campaign_edit_pkey PRIMARY KEY (id),
    CONSTRAINT campaign_edit_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT campaign_edit_editor_id_fkey FOREIGN KEY (editor_id) REFERENCES person(id)
);
CREATE INDEX campaign_edit_campaign_id_created_at_id_idx ON campaign_edit USING btree (campaign_id, created_at DESC, id DESC);

CREATE TABLE tally_change (
    id bigserial,
    campaign_id uuid NOT NULL,
    subject_id uuid NOT NULL,
    kind text NOT NULL,
    delta smallint NOT NULL,
    yearly_cents bigint NOT NULL,
    until timestamp with time zone NOT NULL,
    after_person uuid,
    CONSTRAINT tally_change_pkey PRIMARY KEY (id),
    CONSTRAINT tally_change_delta_check CHECK (delta = ANY (ARRAY['-1'::integer, 1])),
    CONSTRAINT tally_change_kind_check CHECK (kind = ANY (ARRAY['platform'::text, 'target'::text, 'industry'::text, 'cause'::text])),
    CONSTRAINT tally_change_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);

CREATE TABLE campaign_chat_message (
    id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    author_id uuid NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    moderation text,
    CONSTRAINT campaign_chat_message_pkey PRIMARY KEY (id),
    CONSTRAINT campaign_chat_message_body_check CHECK (length(body) >= 1 AND length(body) <= 1000),
    CONSTRAINT campaign_chat_message_moderation_check CHECK (moderation = ANY (ARRAY['hidden'::text, 'removed'::text, 'hidden_by_reports'::text])),
    CONSTRAINT campaign_chat_message_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(id),
    CONSTRAINT campaign_chat_message_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
CREATE INDEX campaign_chat_message_author ON campaign_chat_message USING btree (author_id, created_at);
CREATE INDEX campaign_chat_message_author_id_campaign_id_idx ON campaign_chat_message USING btree (author_id, campaign_id);
CREATE INDEX campaign_chat_message_campaign_id_created_at_id_idx ON campaign_chat_message USING btree (campaign_id, created_at DESC, id DESC);
CREATE INDEX campaign_chat_message_held ON campaign_chat_message USING btree (id) WHERE moderation = 'hidden_by_reports'::text;

CREATE TABLE campaign_chat_pace (
    campaign_id uuid NOT NULL,
    person_id uuid NOT NULL,
    spoke_at timestamp with time zone NOT NULL,
    CONSTRAINT campaign_chat_pace_pkey PRIMARY KEY (campaign_id, person_id),
    CONSTRAINT campaign_chat_pace_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT campaign_chat_pace_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
COMMENT ON TABLE campaign_chat_pace IS 'When each person last wrote in the chat of a campaign, and while its discussion is slowed, a comment there.';

CREATE TABLE attachment (
    id uuid NOT NULL,
    entity_type text NOT NULL,
    entity_id uuid NOT NULL,
    update_id uuid GENERATED ALWAYS AS ( CASE WHEN entity_type = 'campaign_update'::text THEN entity_id ELSE NULL::uuid END) STORED,
    media_id uuid NOT NULL,
    file_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    caption text,
    sort_order smallint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    comment_id uuid GENERATED ALWAYS AS ( CASE WHEN entity_type = 'comment'::text THEN entity_id ELSE NULL::uuid END) STORED,
    post_id uuid GENERATED ALWAYS AS ( CASE WHEN entity_type = 'community_post'::text THEN entity_id ELSE NULL::uuid END) STORED,
    CONSTRAINT attachment_pkey PRIMARY KEY (id),
    CONSTRAINT attachment_comment_id_sort_order_key UNIQUE (comment_id, sort_order),
    CONSTRAINT attachment_media_id_key UNIQUE (media_id),
    CONSTRAINT attachment_post_id_sort_order_key UNIQUE (post_id, sort_order),
    CONSTRAINT attachment_update_id_sort_order_key UNIQUE (update_id, sort_order),
    CONSTRAINT attachment_caption_check CHECK (length(caption) <= 500),
    CONSTRAINT attachment_entity_type_check CHECK (entity_type = ANY (ARRAY['campaign_update'::text, 'comment'::text, 'community_post'::text])),
    CONSTRAINT attachment_file_type_check CHECK (file_type = ANY (ARRAY['image/webp'::text, 'image/jpeg'::text, 'image/png'::text, 'image/avif'::text])),
    CONSTRAINT attachment_sort_order_check CHECK (sort_order >= 0 AND sort_order <= 3),
    CONSTRAINT one_on_a_comment_or_post CHECK (entity_type = 'campaign_update'::text OR sort_order = 0),
    CONSTRAINT attachment_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comment(id) ON DELETE CASCADE,
    CONSTRAINT attachment_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id),
    CONSTRAINT attachment_update_id_fkey FOREIGN KEY (update_id) REFERENCES campaign_update(id) ON DELETE CASCADE
);
COMMENT ON COLUMN attachment.media_id IS 'One picture is shown in one place, so that it goes with what shows it.';

CREATE TABLE picture_request (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT picture_request_pkey PRIMARY KEY (id),
    CONSTRAINT picture_request_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX picture_request_person_id_created_at_idx ON picture_request USING btree (person_id, created_at);

CREATE TABLE campaign_day (
    campaign_id uuid NOT NULL,
    day date NOT NULL,
    counted bigint NOT NULL,
    quiet_added bigint,
    added bigint GENERATED ALWAYS AS (COALESCE(quiet_added, counted)) STORED NOT NULL,
    CONSTRAINT campaign_day_pkey PRIMARY KEY (campaign_id, day),
    CONSTRAINT campaign_day_counted_check CHECK (counted >= 0),
    CONSTRAINT campaign_day_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
) WITH (fillfactor=50);
COMMENT ON COLUMN campaign_day.counted IS 'Pledges that count now. Publish `added` instead.';
CREATE OR REPLACE FUNCTION public.keep_quiet_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.quiet_added is null and exists (select from public.campaign_stats s where s.campaign_id = new.campaign_id and s.quiet_at is not null) then
    new.quiet_added := case when tg_op = 'INSERT' then 0 else old.counted end;
  end if;
  return new;
end
$function$;
CREATE TRIGGER campaign_day_quiet BEFORE INSERT OR UPDATE OF counted ON campaign_day FOR EACH ROW EXECUTE FUNCTION keep_quiet_day();

CREATE TABLE mail (
    id uuid NOT NULL,
    kind text NOT NULL,
    address text NOT NULL,
    letter jsonb,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    person_id uuid,
    event_id uuid,
    last_error text,
    failed_at timestamp with time zone,
    CONSTRAINT mail_pkey PRIMARY KEY (id),
    CONSTRAINT mail_address_check CHECK (length(address) >= 3 AND length(address) <= 254),
    CONSTRAINT mail_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'::text),
    CONSTRAINT mail_last_error_check CHECK (length(last_error) <= 500),
    CONSTRAINT mail_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
COMMENT ON TABLE mail IS 'The queue of mail. The id is the Message-ID too, so that a letter that arrives twice is known as one.';
COMMENT ON COLUMN mail.expires_at IS 'When its link does; it is not sent any more then.';
CREATE INDEX mail_event_id_idx ON mail USING btree (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX mail_failed ON mail USING btree (failed_at) WHERE failed_at IS NOT NULL;
CREATE UNIQUE INDEX mail_once_a_person ON mail USING btree (person_id, event_id) WHERE event_id IS NOT NULL;
CREATE INDEX mail_person_id_idx ON mail USING btree (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX mail_waiting ON mail USING btree ((person_id IS NOT NULL), next_try_at, id) WHERE failed_at IS NULL;

CREATE TABLE refused_address (
    address text NOT NULL,
    answer text NOT NULL,
    refused_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT refused_address_pkey PRIMARY KEY (address),
    CONSTRAINT refused_address_address_check CHECK (length(address) >= 3 AND length(address) <= 254),
    CONSTRAINT refused_address_answer_check CHECK (length(answer) <= 300)
);
COMMENT ON TABLE refused_address IS 'Addresses that a mail server refused for good: nothing is sent there until their owner confirms them, or for a month.';

CREATE TABLE subject_rank (
    subject_id uuid NOT NULL,
    kind text NOT NULL,
    industry_id uuid,
    sort_name text NOT NULL,
    campaigns bigint DEFAULT 0 NOT NULL,
    supporters bigint DEFAULT 0 NOT NULL,
    yearly_cents numeric(30,0) DEFAULT 0 NOT NULL,
    score double precision DEFAULT 0 NOT NULL,
    is_verified boolean DEFAULT true NOT NULL,
    is_merged boolean DEFAULT false NOT NULL,
    CONSTRAINT subject_rank_pkey PRIMARY KEY (subject_id),
    CONSTRAINT subject_rank_kind_check CHECK (kind = ANY (ARRAY['target'::text, 'industry'::text, 'cause'::text])),
    CONSTRAINT subject_rank_industry_id_fkey FOREIGN KEY (industry_id) REFERENCES industry(id)
);
COMMENT ON COLUMN subject_rank.industry_id IS 'Of a target.';
COMMENT ON COLUMN subject_rank.score IS 'The sum of its active campaigns'' trending scores, kept as campaign_rank keeps one: logarithm + 0.4 x days since 2020-01-01 UTC, 0 for none.';
CREATE INDEX subject_rank_industry_id_campaigns_subject_id_idx ON subject_rank USING btree (industry_id, campaigns DESC, subject_id DESC) WHERE industry_id IS NOT NULL;
CREATE INDEX subject_rank_industry_id_sort_name_subject_id_idx ON subject_rank USING btree (industry_id, sort_name, subject_id) WHERE industry_id IS NOT NULL;
CREATE INDEX subject_rank_industry_id_supporters_subject_id_idx ON subject_rank USING btree (industry_id, supporters DESC, subject_id DESC) WHERE industry_id IS NOT NULL;
CREATE INDEX subject_rank_industry_id_yearly_cents_subject_id_idx ON subject_rank USING btree (industry_id, yearly_cents DESC, subject_id DESC) WHERE industry_id IS NOT NULL;
CREATE INDEX subject_rank_kind_campaigns_subject_id_idx ON subject_rank USING btree (kind, campaigns DESC, subject_id DESC);
CREATE INDEX subject_rank_kind_score_subject_id_idx ON subject_rank USING btree (kind, score DESC, subject_id DESC);
CREATE INDEX subject_rank_kind_sort_name_subject_id_idx ON subject_rank USING btree (kind, sort_name, subject_id);
CREATE INDEX subject_rank_kind_supporters_subject_id_idx ON subject_rank USING btree (kind, supporters DESC, subject_id DESC);
CREATE INDEX subject_rank_kind_yearly_cents_subject_id_idx ON subject_rank USING btree (kind, yearly_cents DESC, subject_id DESC);
CREATE INDEX subject_rank_unverified ON subject_rank USING btree (subject_id) WHERE NOT is_verified AND NOT is_merged;

CREATE TABLE tally_day (
    subject_id uuid NOT NULL,
    day date NOT NULL,
    added bigint NOT NULL,
    CONSTRAINT tally_day_pkey PRIMARY KEY (subject_id, day)
) WITH (fillfactor=50);

CREATE TABLE entry_summary (
    subject_id uuid NOT NULL,
    alternatives jsonb DEFAULT '[]'::jsonb NOT NULL,
    causes jsonb DEFAULT '[]'::jsonb NOT NULL,
    industries jsonb DEFAULT '[]'::jsonb NOT NULL,
    targets jsonb DEFAULT '[]'::jsonb NOT NULL,
    activity jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT entry_summary_pkey PRIMARY KEY (subject_id)
);

CREATE TABLE entry_summary_due (
    id bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
    subject_id uuid NOT NULL,
    hides boolean DEFAULT false NOT NULL,
    CONSTRAINT entry_summary_due_pkey PRIMARY KEY (id)
);
COMMENT ON COLUMN entry_summary_due.hides IS 'A campaign has left the lists. Until the summary is rebuilt, the page of the entry shows none of it.';
CREATE INDEX entry_summary_due_hides ON entry_summary_due USING btree (subject_id) WHERE hides;

CREATE TABLE search_word (
    word text NOT NULL,
    near text[] GENERATED ALWAYS AS (near_words(word)) STORED NOT NULL,
    CONSTRAINT search_word_pkey PRIMARY KEY (word),
    CONSTRAINT search_word_word_check CHECK (word <> ''::text AND length(word) <= 64)
);
COMMENT ON TABLE search_word IS 'Every word of published campaigns, of targets and of communities; never of a draft.';
CREATE INDEX search_word_near ON search_word USING gin (near) WITH (fastupdate=off);
CREATE INDEX search_word_trgm ON search_word USING gin (word gin_trgm_ops) WITH (fastupdate=off);

CREATE TABLE community (
    id uuid NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    rules text DEFAULT ''::text NOT NULL,
    rules_html text DEFAULT ''::text NOT NULL,
    privacy text DEFAULT 'public'::text NOT NULL,
    approves_members boolean DEFAULT false NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    logo_url text,
    discord_url text,
    twitter_url text,
    website_url text,
    instagram_url text,
    quick_links jsonb DEFAULT '[]'::jsonb NOT NULL,
    owner_user_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    name_words tsvector GENERATED ALWAYS AS (word_vector(name)) STORED NOT NULL,
    words tsvector GENERATED ALWAYS AS (word_vector((name || ' '::text) || description)) STORED NOT NULL,
    logo_media_id uuid,
    banner_media_id uuid,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    moderation text,
    CONSTRAINT community_pkey PRIMARY KEY (id),
    CONSTRAINT community_slug_key UNIQUE (slug),
    CONSTRAINT community_description_check CHECK (length(description) <= 2000),
    CONSTRAINT community_discord_url_check CHECK (length(discord_url) <= 2048),
    CONSTRAINT community_instagram_url_check CHECK (length(instagram_url) <= 2048),
    CONSTRAINT community_logo_url_check CHECK (length(logo_url) <= 2048),
    CONSTRAINT community_moderation_check CHECK (moderation = ANY (ARRAY['hidden'::text, 'removed'::text])),
    CONSTRAINT community_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
    CONSTRAINT community_privacy_check CHECK (privacy = ANY (ARRAY['public'::text, 'private'::text])),
    CONSTRAINT community_quick_links_check CHECK (jsonb_typeof(quick_links) = 'array'::text AND jsonb_array_length(quick_links) <= 10),
    CONSTRAINT community_rules_check CHECK (length(rules) <= 10000),
    CONSTRAINT community_slug_check CHECK (slug ~ '^[a-z0-9-]+$'::text AND slug ~ '[a-z0-9]'::text AND length(slug) <= 50),
    CONSTRAINT community_tags_check CHECK (cardinality(tags) <= 10 AND array_position(tags, NULL::text) IS NULL AND length(array_to_string(tags, ''::text)) <= 300),
    CONSTRAINT community_twitter_url_check CHECK (length(twitter_url) <= 2048),
    CONSTRAINT community_website_url_check CHECK (length(website_url) <= 2048),
    CONSTRAINT only_private_ones_approve CHECK (privacy = 'private'::text OR NOT approves_members),
    CONSTRAINT community_banner_media_id_fkey FOREIGN KEY (banner_media_id) REFERENCES media(id),
    CONSTRAINT community_logo_media_id_fkey FOREIGN KEY (logo_media_id) REFERENCES media(id),
    CONSTRAINT community_owner_user_id_fkey FOREIGN KEY (owner_user_id) REFERENCES person(id)
);
CREATE INDEX community_banner_media_id_idx ON community USING btree (banner_media_id);
CREATE INDEX community_logo_media_id_idx ON community USING btree (logo_media_id);
CREATE INDEX community_owner_user_id_idx ON community USING btree (owner_user_id);
CREATE INDEX community_words ON community USING gin (words) WITH (fastupdate=off);
CREATE OR REPLACE FUNCTION public.keep_community_rank()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.community_rank (community_id, privacy, tags, created_at)
  values (new.id, new.privacy, array(select distinct public.norm(tag) from unnest(new.tags) as tag), new.created_at)
  on conflict (community_id) do update set privacy = excluded.privacy, tags = excluded.tags, created_at = excluded.created_at;
  return new;
end $function$;
CREATE TRIGGER keep_community_rank AFTER INSERT OR UPDATE OF privacy, tags, created_at ON community FOR EACH ROW EXECUTE FUNCTION keep_community_rank();
CREATE CONSTRAINT TRIGGER keep_search_words AFTER INSERT OR UPDATE OF name, description, tags ON community DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_search_words();

CREATE TABLE community_member (
    community_id uuid NOT NULL,
    person_id uuid NOT NULL,
    role text DEFAULT 'member'::text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    role_rank smallint GENERATED ALWAYS AS ( CASE role WHEN 'owner'::text THEN 2 WHEN 'mod'::text THEN 1 ELSE 0 END) STORED NOT NULL,
    mailbox_keys text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT community_member_pkey PRIMARY KEY (community_id, person_id),
    CONSTRAINT community_member_role_check CHECK (role = ANY (ARRAY['owner'::text, 'mod'::text, 'member'::text])),
    CONSTRAINT community_member_status_check CHECK (status = ANY (ARRAY['active'::text, 'pending'::text, 'banned'::text])),
    CONSTRAINT only_a_ban_has_keys CHECK (status = 'banned'::text OR mailbox_keys = '{}'::text[]),
    CONSTRAINT who_waits_is_a_member CHECK (status = 'active'::text OR role = 'member'::text),
    CONSTRAINT community_member_community_id_fkey FOREIGN KEY (community_id) REFERENCES community(id) ON DELETE CASCADE,
    CONSTRAINT community_member_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
COMMENT ON COLUMN community_member.mailbox_keys IS 'A ban keeps keyed hashes of every confirmed address that the account has had since the ban (mailbox-keys.ts).';
CREATE UNIQUE INDEX community_has_one_owner ON community_member USING btree (community_id) WHERE role = 'owner'::text;
CREATE INDEX community_member_banned_mailbox ON community_member USING gin (mailbox_keys) WHERE status = 'banned'::text;
CREATE INDEX community_member_page ON community_member USING btree (community_id, role_rank DESC, created_at DESC, person_id DESC) WHERE status = 'active'::text;
CREATE INDEX community_member_person_id_community_id_idx ON community_member USING btree (person_id, community_id);
CREATE INDEX community_member_waiting ON community_member USING btree (community_id, status, created_at, person_id) WHERE status <> 'active'::text;
CREATE OR REPLACE FUNCTION public.keep_community_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change int := 0;
begin
  if tg_op <> 'INSERT' and old.status = 'active' then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.status = 'active' then change := change + 1; end if;
  if change <> 0 then
    update public.community_rank set members = members + change where community_id = coalesce(new.community_id, old.community_id);
  end if;
  return null;
end $function$;
CREATE TRIGGER keep_community_members AFTER INSERT OR DELETE OR UPDATE OF status ON community_member FOR EACH ROW EXECUTE FUNCTION keep_community_members();
CREATE TRIGGER refuse_for_deleted BEFORE INSERT ON community_member FOR EACH ROW EXECUTE FUNCTION refuse_for_deleted();

CREATE TABLE community_rank (
    community_id uuid NOT NULL,
    privacy text NOT NULL,
    tags text[] NOT NULL,
    members bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    posts_week bigint DEFAULT 0 NOT NULL,
    activity bigint GENERATED ALWAYS AS (members + 5 * posts_week) STORED NOT NULL,
    popularity bigint GENERATED ALWAYS AS (members + CASE WHEN privacy = 'public'::text THEN 5 * posts_week ELSE 0::bigint END) STORED NOT NULL,
    CONSTRAINT community_rank_pkey PRIMARY KEY (community_id),
    CONSTRAINT community_rank_members_check CHECK (members >= 0),
    CONSTRAINT community_rank_posts_week_check CHECK (posts_week >= 0),
    CONSTRAINT community_rank_community_id_fkey FOREIGN KEY (community_id) REFERENCES community(id) ON DELETE CASCADE
);
COMMENT ON COLUMN community_rank.members IS 'Active members, exactly.';
COMMENT ON COLUMN community_rank.posts_week IS 'Posts of the last seven days, exactly but for the half minute until the job has looked.';
CREATE INDEX community_rank_created_at_community_id_idx ON community_rank USING btree (created_at DESC, community_id DESC);
CREATE INDEX community_rank_members_community_id_idx ON community_rank USING btree (members DESC, community_id DESC);
CREATE INDEX community_rank_popularity_community_id_idx ON community_rank USING btree (popularity DESC, community_id DESC);
CREATE INDEX community_rank_privacy_created_at_community_id_idx ON community_rank USING btree (privacy, created_at DESC, community_id DESC);
CREATE INDEX community_rank_privacy_members_community_id_idx ON community_rank USING btree (privacy, members DESC, community_id DESC);
CREATE INDEX community_rank_privacy_popularity_community_id_idx ON community_rank USING btree (privacy, popularity DESC, community_id DESC);
CREATE INDEX community_rank_tags_idx ON community_rank USING gin (tags) WITH (fastupdate=off);
CREATE INDEX community_rank_trending ON community_rank USING btree (posts_week DESC, community_id DESC) WHERE privacy = 'public'::text AND posts_week > 0;

CREATE TABLE contact_submission (
    id uuid NOT NULL,
    category text NOT NULL,
    message text NOT NULL,
    email text,
    name text,
    user_id uuid,
    user_details jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT contact_submission_pkey PRIMARY KEY (id),
    CONSTRAINT contact_submission_category_check CHECK (category = ANY (ARRAY['suggestions'::text, 'report-bugs'::text, 'media'::text, 'target'::text, 'general'::text, 'support'::text, 'other'::text])),
    CONSTRAINT contact_submission_message_check CHECK (message <> ''::text),
    CONSTRAINT contact_submission_user_id_fkey FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL
);
COMMENT ON COLUMN contact_submission.email IS 'Where an answer goes: the account''s address, or what a visitor gave. Null for an account without one, and once the account is deleted.';
COMMENT ON COLUMN contact_submission.user_details IS 'Of the account when the message was sent: id, email, display_name, created_at.';
CREATE INDEX contact_submission_created_at ON contact_submission USING btree (created_at);
CREATE INDEX contact_submission_user_id ON contact_submission USING btree (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE community_post (
    id uuid NOT NULL,
    community_id uuid NOT NULL,
    author_id uuid NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    body text NOT NULL,
    body_html text NOT NULL,
    is_pinned boolean DEFAULT false NOT NULL,
    is_announcement boolean DEFAULT false NOT NULL,
    is_locked boolean DEFAULT false NOT NULL,
    in_week boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    moderation text,
    CONSTRAINT community_post_pkey PRIMARY KEY (id),
    CONSTRAINT community_post_body_check CHECK (length(body) >= 1 AND length(body) <= 20000),
    CONSTRAINT community_post_moderation_check CHECK (moderation = ANY (ARRAY['hidden'::text, 'removed'::text, 'hidden_by_reports'::text, 'waiting'::text, 'returned'::text])),
    CONSTRAINT community_post_title_check CHECK (length(title) <= 120),
    CONSTRAINT moderated_is_not_in_week CHECK (moderation IS NULL OR NOT in_week),
    CONSTRAINT community_post_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(id),
    CONSTRAINT community_post_community_id_fkey FOREIGN KEY (community_id) REFERENCES community(id) ON DELETE CASCADE
);
CREATE INDEX community_post_author_id_created_at_idx ON community_post USING btree (author_id, created_at DESC);
CREATE INDEX community_post_community_id_created_at_id_idx ON community_post USING btree (community_id, created_at DESC, id DESC);
CREATE INDEX community_post_held ON community_post USING btree (id) WHERE moderation = ANY (ARRAY['hidden_by_reports'::text, 'waiting'::text]);
CREATE INDEX community_post_in_week ON community_post USING btree (created_at) WHERE in_week;
CREATE INDEX community_post_page ON community_post USING btree (community_id, is_pinned DESC, created_at DESC, id DESC);
CREATE OR REPLACE FUNCTION public.keep_community_posts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change int := 0;
begin
  if tg_op = 'INSERT' then insert into public.community_post_stats (post_id) values (new.id); end if;
  if tg_op <> 'INSERT' and old.in_week then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.in_week then change := change + 1; end if;
  if change <> 0 then
    update public.community_rank set posts_week = posts_week + change where community_id = coalesce(new.community_id, old.community_id);
  end if;
  return null;
end $function$;
CREATE TRIGGER keep_community_posts AFTER INSERT OR DELETE OR UPDATE OF in_week ON community_post FOR EACH ROW EXECUTE FUNCTION keep_community_posts();
CREATE TRIGGER refuse_for_deleted BEFORE INSERT ON community_post FOR EACH ROW EXECUTE FUNCTION refuse_for_deleted();

CREATE TABLE community_post_like (
    post_id uuid NOT NULL,
    person_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT community_post_like_pkey PRIMARY KEY (post_id, person_id),
    CONSTRAINT community_post_like_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
    CONSTRAINT community_post_like_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_post(id) ON DELETE CASCADE
);
CREATE INDEX community_post_like_person_id_idx ON community_post_like USING btree (person_id);
CREATE OR REPLACE FUNCTION public.keep_post_likes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then update public.community_post_stats set likes = likes + 1 where post_id = new.post_id;
  else update public.community_post_stats set likes = likes - 1 where post_id = old.post_id;
  end if;
  return null;
end $function$;
CREATE TRIGGER keep_post_likes AFTER INSERT OR DELETE ON community_post_like FOR EACH ROW EXECUTE FUNCTION keep_post_likes();
CREATE TRIGGER refuse_for_deleted BEFORE INSERT ON community_post_like FOR EACH ROW EXECUTE FUNCTION refuse_for_deleted();

CREATE TABLE community_post_stats (
    post_id uuid NOT NULL,
    likes bigint DEFAULT 0 NOT NULL,
    comments bigint DEFAULT 0 NOT NULL,
    CONSTRAINT community_post_stats_pkey PRIMARY KEY (post_id),
    CONSTRAINT community_post_stats_comments_check CHECK (comments >= 0),
    CONSTRAINT community_post_stats_likes_check CHECK (likes >= 0),
    CONSTRAINT community_post_stats_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_post(id) ON DELETE CASCADE
) WITH (fillfactor=50);
COMMENT ON COLUMN community_post_stats.comments IS 'Those that are not removed.';

CREATE TABLE community_invite (
    id uuid NOT NULL,
    community_id uuid NOT NULL,
    token_hash text NOT NULL,
    created_by uuid NOT NULL,
    uses integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT community_invite_pkey PRIMARY KEY (id),
    CONSTRAINT community_invite_token_hash_key UNIQUE (token_hash),
    CONSTRAINT community_invite_community_id_fkey FOREIGN KEY (community_id) REFERENCES community(id) ON DELETE CASCADE,
    CONSTRAINT community_invite_created_by_fkey FOREIGN KEY (created_by) REFERENCES person(id)
);
CREATE INDEX community_invite_community_id_created_at_idx ON community_invite USING btree (community_id, created_at DESC);
CREATE INDEX community_invite_created_by_idx ON community_invite USING btree (created_by);
CREATE TRIGGER refuse_for_deleted BEFORE INSERT ON community_invite FOR EACH ROW EXECUTE FUNCTION refuse_for_deleted();

CREATE TABLE community_campaign (
    community_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    added_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT community_campaign_pkey PRIMARY KEY (community_id, campaign_id),
    CONSTRAINT community_campaign_added_by_fkey FOREIGN KEY (added_by) REFERENCES person(id),
    CONSTRAINT community_campaign_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT community_campaign_community_id_fkey FOREIGN KEY (community_id) REFERENCES community(id) ON DELETE CASCADE
);
CREATE INDEX community_campaign_campaign_id_idx ON community_campaign USING btree (campaign_id);
CREATE INDEX community_campaign_community_id_created_at_campaign_id_idx ON community_campaign USING btree (community_id, created_at DESC, campaign_id DESC);

CREATE TABLE notification_event (
    id uuid DEFAULT uuid_v7() NOT NULL,
    type text NOT NULL,
    actor_id uuid,
    campaign_id uuid,
    update_id uuid,
    community_id uuid,
    post_id uuid,
    comment_id uuid,
    recipient_id uuid,
    number integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    delivered_through uuid,
    delivered_at timestamp with time zone,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone DEFAULT now() NOT NULL,
    failed_at timestamp with time zone,
    mailed_through uuid,
    mailed_at timestamp with time zone,
    mail_tries integer DEFAULT 0 NOT NULL,
    mail_next_at timestamp with time zone DEFAULT now() NOT NULL,
    mail_failed_at timestamp with time zone,
    pushed_through uuid,
    pushed_at timestamp with time zone,
    push_tries integer DEFAULT 0 NOT NULL,
    push_next_at timestamp with time zone DEFAULT now() NOT NULL,
    push_failed_at timestamp with time zone,
    last_error text,
    report_id uuid,
    decision_id uuid,
    CONSTRAINT notification_event_pkey PRIMARY KEY (id),
    CONSTRAINT notification_event_last_error_check CHECK (length(last_error) <= 500),
    CONSTRAINT notification_event_number_check CHECK (number >= 1),
    CONSTRAINT notification_event_type_check CHECK (type = ANY (ARRAY['pledge'::text, 'campaign_comment'::text, 'comment_reply'::text, 'comment_like'::text, 'campaign_update'::text, 'campaign_victory'::text, 'campaign_milestone'::text, 'community_comment'::text, 'community_reply'::text, 'community_like'::text, 'community_announcement'::text, 'community_join_request'::text, 'community_join_approved'::text, 'count_alarm'::text, 'count_corrected'::text, 'report_closed'::text, 'queue_waiting'::text, 'content_removed'::text, 'content_decision'::text, 'appeal_decided'::text, 'target_response'::text, 'campaign_removed'::text])),
    CONSTRAINT speaks_of_something CHECK (num_nonnulls(campaign_id, community_id, report_id, decision_id) = 1 OR (type = ANY (ARRAY['queue_waiting'::text, 'count_corrected'::text])) AND num_nonnulls(campaign_id, community_id, report_id, decision_id) = 0),
    CONSTRAINT notification_event_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES person(id),
    CONSTRAINT notification_event_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT notification_event_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comment(id) ON DELETE CASCADE,
    CONSTRAINT notification_event_community_id_fkey FOREIGN KEY (community_id) REFERENCES community(id) ON DELETE CASCADE,
    CONSTRAINT notification_event_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_post(id) ON DELETE CASCADE,
    CONSTRAINT notification_event_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES person(id),
    CONSTRAINT notification_event_update_id_fkey FOREIGN KEY (update_id) REFERENCES campaign_update(id) ON DELETE CASCADE
);
COMMENT ON TABLE notification_event IS 'Events that people are notified of, inserted in the transaction of the act: the outbox of notifications, which refer to it.';
COMMENT ON COLUMN notification_event.delivered_through IS 'The last person who has been notified of an event with many recipients, in the order of ids; null before the first batch.';
CREATE INDEX notification_event_actor_id_idx ON notification_event USING btree (actor_id) WHERE actor_id IS NOT NULL;
CREATE UNIQUE INDEX notification_event_announced_once ON notification_event USING btree (post_id) WHERE type = 'community_announcement'::text;
CREATE INDEX notification_event_campaign_id_idx ON notification_event USING btree (campaign_id);
CREATE INDEX notification_event_comment_id_idx ON notification_event USING btree (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX notification_event_community_id_idx ON notification_event USING btree (community_id) WHERE community_id IS NOT NULL;
CREATE INDEX notification_event_decision_id_idx ON notification_event USING btree (decision_id) WHERE decision_id IS NOT NULL;
CREATE INDEX notification_event_failed ON notification_event USING btree (failed_at) WHERE failed_at IS NOT NULL;
CREATE UNIQUE INDEX notification_event_like_once ON notification_event USING btree (type, actor_id, COALESCE(comment_id, post_id)) WHERE type = ANY (ARRAY['comment_like'::text, 'community_like'::text]);
CREATE INDEX notification_event_not_handed_on ON notification_event USING btree (GREATEST(mail_failed_at, push_failed_at)) WHERE GREATEST(mail_failed_at, push_failed_at) IS NOT NULL;
CREATE INDEX notification_event_post_id_idx ON notification_event USING btree (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX notification_event_recipient_id_idx ON notification_event USING btree (recipient_id) WHERE recipient_id IS NOT NULL;
CREATE INDEX notification_event_report_id_idx ON notification_event USING btree (report_id) WHERE report_id IS NOT NULL;
CREATE INDEX notification_event_to_mail ON notification_event USING btree (mail_next_at, id) WHERE delivered_at IS NOT NULL AND mailed_at IS NULL AND mail_failed_at IS NULL;
CREATE INDEX notification_event_to_push ON notification_event USING btree (push_next_at, id) WHERE delivered_at IS NOT NULL AND pushed_at IS NULL AND push_failed_at IS NULL;
CREATE INDEX notification_event_update_id_idx ON notification_event USING btree (update_id) WHERE update_id IS NOT NULL;
CREATE INDEX notification_event_waiting ON notification_event USING btree (next_try_at, id) WHERE delivered_at IS NULL AND failed_at IS NULL;
CREATE OR REPLACE FUNCTION public.note_gone_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.notification_gone (event_id) select id from gone on conflict do nothing;
  return null;
end $function$;
CREATE TRIGGER note_gone_event AFTER DELETE ON notification_event REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone_event();

CREATE TABLE notification (
    person_id uuid NOT NULL,
    event_id uuid NOT NULL,
    is_read boolean DEFAULT false NOT NULL,
    CONSTRAINT notification_pkey PRIMARY KEY (person_id, event_id)
);
COMMENT ON TABLE notification IS 'A person''s notifications. Event ids grow with time and so are the order of the list; a notification whose event is gone is not listed.';
CREATE INDEX notification_of_event ON notification USING btree (event_id, person_id);
CREATE INDEX notification_read ON notification USING btree (event_id) WHERE is_read;
CREATE INDEX notification_unread ON notification USING btree (person_id, event_id) WHERE NOT is_read;

CREATE TABLE notification_gone (
    event_id uuid NOT NULL,
    CONSTRAINT notification_gone_pkey PRIMARY KEY (event_id)
);

CREATE TABLE notification_group (
    person_id uuid NOT NULL,
    type text NOT NULL,
    subject_id uuid NOT NULL,
    event_id uuid NOT NULL,
    CONSTRAINT notification_group_pkey PRIMARY KEY (person_id, type, subject_id),
    CONSTRAINT notification_group_event_id_fkey FOREIGN KEY (event_id) REFERENCES notification_event(id) ON DELETE CASCADE,
    CONSTRAINT notification_group_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
CREATE INDEX notification_group_event_id_idx ON notification_group USING btree (event_id);

CREATE TABLE notification_reach (
    subject_id uuid NOT NULL,
    day date NOT NULL,
    number integer NOT NULL,
    CONSTRAINT notification_reach_pkey PRIMARY KEY (subject_id),
    CONSTRAINT notification_reach_number_check CHECK (number >= 1)
);

CREATE TABLE campaign_milestone (
    campaign_id uuid NOT NULL,
    number integer NOT NULL,
    reached_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT campaign_milestone_pkey PRIMARY KEY (campaign_id, number),
    CONSTRAINT campaign_milestone_number_check CHECK (number >= 1),
    CONSTRAINT campaign_milestone_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);

CREATE TABLE notification_clearing (
    id uuid DEFAULT uuid_v7() NOT NULL,
    person_id uuid,
    community_id uuid,
    CONSTRAINT notification_clearing_pkey PRIMARY KEY (id),
    CONSTRAINT names_somebody_or_something CHECK (num_nonnulls(person_id, community_id) >= 1)
);

CREATE TABLE notification_mailing (
    person_id uuid NOT NULL,
    day date DEFAULT CURRENT_DATE NOT NULL,
    sent integer DEFAULT 0 NOT NULL,
    digest_at timestamp with time zone,
    weekly_at timestamp with time zone,
    CONSTRAINT notification_mailing_pkey PRIMARY KEY (person_id),
    CONSTRAINT notification_mailing_sent_check CHECK (sent >= 0),
    CONSTRAINT notification_mailing_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
CREATE INDEX notification_mailing_digest_at_idx ON notification_mailing USING btree (digest_at) WHERE digest_at IS NOT NULL;
CREATE INDEX notification_mailing_weekly_at_idx ON notification_mailing USING btree (weekly_at) WHERE weekly_at IS NOT NULL;

CREATE TABLE notification_digest (
    person_id uuid NOT NULL,
    event_id uuid NOT NULL,
    mail_id uuid,
    CONSTRAINT notification_digest_pkey PRIMARY KEY (person_id, event_id),
    CONSTRAINT notification_digest_event_id_fkey FOREIGN KEY (event_id) REFERENCES notification_event(id) ON DELETE CASCADE,
    CONSTRAINT notification_digest_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE CASCADE,
    CONSTRAINT notification_digest_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
CREATE INDEX notification_digest_event_id_idx ON notification_digest USING btree (event_id);
CREATE INDEX notification_digest_mail_id_idx ON notification_digest USING btree (mail_id) WHERE mail_id IS NOT NULL;

CREATE TABLE push_subscription (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    session_id uuid,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    hour_began_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_in_hour integer DEFAULT 0 NOT NULL,
    CONSTRAINT push_subscription_pkey PRIMARY KEY (id),
    CONSTRAINT push_subscription_endpoint_key UNIQUE (endpoint),
    CONSTRAINT push_subscription_auth_check CHECK (length(auth) <= 100),
    CONSTRAINT push_subscription_endpoint_check CHECK (length(endpoint) <= 2048),
    CONSTRAINT push_subscription_p256dh_check CHECK (length(p256dh) <= 200),
    CONSTRAINT push_subscription_sent_in_hour_check CHECK (sent_in_hour >= 0),
    CONSTRAINT push_subscription_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
    CONSTRAINT push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth_session(id) ON DELETE SET NULL
);
CREATE INDEX push_subscription_person_id_idx ON push_subscription USING btree (person_id);
CREATE INDEX push_subscription_session_id_idx ON push_subscription USING btree (session_id) WHERE session_id IS NOT NULL;

CREATE TABLE push_message (
    subscription_id uuid NOT NULL,
    event_id uuid NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone DEFAULT now() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    failed_at timestamp with time zone,
    last_error text,
    CONSTRAINT push_message_pkey PRIMARY KEY (subscription_id, event_id),
    CONSTRAINT push_message_last_error_check CHECK (length(last_error) <= 500),
    CONSTRAINT push_message_event_id_fkey FOREIGN KEY (event_id) REFERENCES notification_event(id) ON DELETE CASCADE,
    CONSTRAINT push_message_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscription(id) ON DELETE CASCADE
);
CREATE INDEX push_message_event_id_idx ON push_message USING btree (event_id);
CREATE INDEX push_message_failed ON push_message USING btree (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX push_message_next_try_at_idx ON push_message USING btree (next_try_at) WHERE failed_at IS NULL;

CREATE TABLE job_run (
    name text NOT NULL,
    last_done_at timestamp with time zone,
    last_failed_at timestamp with time zone,
    last_error text,
    done bigint DEFAULT 0 NOT NULL,
    failed bigint DEFAULT 0 NOT NULL,
    CONSTRAINT job_run_pkey PRIMARY KEY (name),
    CONSTRAINT job_run_last_error_check CHECK (length(last_error) <= 500),
    CONSTRAINT job_run_name_check CHECK (name ~ '^[a-z_]{1,40}$'::text)
);

CREATE TABLE rate_limit (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint,
    CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);
COMMENT ON TABLE rate_limit IS 'The table of rate-limiter-flexible. Keys are a limit''s name and a keyed hash: no address can be read from them.';
CREATE INDEX rate_limit_expire_idx ON rate_limit USING btree (expire);

CREATE TABLE sign_in_attempt (
    key text NOT NULL,
    account text NOT NULL,
    count integer NOT NULL,
    blocked_until timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    CONSTRAINT sign_in_attempt_pkey PRIMARY KEY (key),
    CONSTRAINT sign_in_attempt_account_check CHECK (length(account) <= 100),
    CONSTRAINT sign_in_attempt_count_check CHECK (count >= 0),
    CONSTRAINT sign_in_attempt_key_check CHECK (length(key) <= 100)
);
COMMENT ON TABLE sign_in_attempt IS 'Guesses at passwords: how many, and until when no more are taken.';
CREATE INDEX sign_in_attempt_account_idx ON sign_in_attempt USING btree (account);
CREATE INDEX sign_in_attempt_last_at_idx ON sign_in_attempt USING btree (last_at);

CREATE TABLE auth_secret_use (
    fingerprint text NOT NULL,
    first_used_at timestamp with time zone DEFAULT now() NOT NULL,
    keys_renewed_at timestamp with time zone,
    CONSTRAINT auth_secret_use_pkey PRIMARY KEY (fingerprint),
    CONSTRAINT auth_secret_use_fingerprint_check CHECK (length(fingerprint) <= 100)
);
COMMENT ON TABLE auth_secret_use IS 'Keyed fingerprints of the values of AUTH_SECRET that this site has been started with.';
COMMENT ON COLUMN auth_secret_use.keys_renewed_at IS 'When the keys of mailboxes were made anew with this secret, because an earlier one was lost.';

CREATE TABLE join_intention (
    id uuid NOT NULL,
    token_hash text NOT NULL,
    campaign_id uuid NOT NULL,
    is_private boolean NOT NULL,
    return_to text NOT NULL,
    address_key text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT join_intention_pkey PRIMARY KEY (id),
    CONSTRAINT join_intention_token_hash_campaign_id_key UNIQUE (token_hash, campaign_id),
    CONSTRAINT join_intention_address_key_check CHECK (length(address_key) = 64),
    CONSTRAINT join_intention_return_to_check CHECK (length(return_to) <= 2048),
    CONSTRAINT join_intention_token_hash_check CHECK (length(token_hash) = 64),
    CONSTRAINT join_intention_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
COMMENT ON TABLE join_intention IS 'A visitor pressed Join. The browser has the random token in a cookie; only its SHA-256 hash is stored.';
COMMENT ON COLUMN join_intention.address_key IS 'Keyed hash of the address with which an account was asked for in the same form; null while there is none.';
CREATE INDEX join_intention_campaign_id_idx ON join_intention USING btree (campaign_id);
CREATE INDEX join_intention_expires_at_idx ON join_intention USING btree (expires_at);

CREATE TABLE campaign_action_tick (
    person_id uuid NOT NULL,
    action_id uuid NOT NULL,
    ticked_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT campaign_action_tick_pkey PRIMARY KEY (person_id, action_id),
    CONSTRAINT campaign_action_tick_action_id_fkey FOREIGN KEY (action_id) REFERENCES campaign_action(id) ON DELETE CASCADE,
    CONSTRAINT campaign_action_tick_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
COMMENT ON TABLE campaign_action_tick IS 'Actions that a supporter has marked as done. Only that person ever reads them.';
CREATE INDEX campaign_action_tick_action_id_idx ON campaign_action_tick USING btree (action_id);

CREATE TABLE count_correction (
    id uuid DEFAULT uuid_v7() NOT NULL,
    campaign_id uuid NOT NULL,
    corrected_at timestamp with time zone DEFAULT now() NOT NULL,
    reason text NOT NULL,
    count_before bigint NOT NULL,
    count_after bigint NOT NULL,
    note text,
    invalidation_id uuid,
    undo_number integer DEFAULT 0 NOT NULL,
    CONSTRAINT count_correction_pkey PRIMARY KEY (id),
    CONSTRAINT count_correction_count_after_check CHECK (count_after >= 0),
    CONSTRAINT count_correction_count_before_check CHECK (count_before >= 0),
    CONSTRAINT count_correction_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
    CONSTRAINT count_correction_reason_check CHECK (reason = ANY (ARRAY['one_mailbox'::text, 'invalidated'::text, 'restored'::text])),
    CONSTRAINT note_of_a_review CHECK ((reason = 'one_mailbox'::text) = (note IS NULL)),
    CONSTRAINT count_correction_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
COMMENT ON COLUMN count_correction.note IS 'Public: why the count changed, in the words of a moderator.';
COMMENT ON COLUMN count_correction.undo_number IS 'Which undo of the invalidation it belongs to; 0 for the removal.';
CREATE INDEX count_correction_campaign_id_corrected_at_idx ON count_correction USING btree (campaign_id, corrected_at DESC);
CREATE UNIQUE INDEX count_correction_invalidation_id_campaign_id_undo_number_idx ON count_correction USING btree (invalidation_id, campaign_id, undo_number) WHERE invalidation_id IS NOT NULL;

CREATE TABLE campaign_count (
    campaign_id uuid NOT NULL,
    as_of date NOT NULL,
    counted bigint NOT NULL,
    unconfirmed bigint NOT NULL,
    removed bigint NOT NULL,
    CONSTRAINT campaign_count_pkey PRIMARY KEY (campaign_id),
    CONSTRAINT campaign_count_counted_check CHECK (counted >= 0),
    CONSTRAINT campaign_count_unconfirmed_check CHECK (unconfirmed >= 0),
    CONSTRAINT campaign_count_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
COMMENT ON COLUMN campaign_count.as_of IS 'The day (UTC) at whose beginning these figures held.';
COMMENT ON COLUMN campaign_count.removed IS 'Pledges that had been counted and were taken out, less those that were restored.';

CREATE TABLE moderation_decision (
    id uuid NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid NOT NULL,
    author_id uuid,
    moderator_id uuid,
    state text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    until timestamp with time zone,
    hides_content boolean DEFAULT false NOT NULL,
    rule text,
    by_mods boolean DEFAULT false NOT NULL,
    reason_hash bytea,
    CONSTRAINT moderation_decision_pkey PRIMARY KEY (id),
    CONSTRAINT moderation_decision_rule_check CHECK (rule = ANY (ARRAY['threats'::text, 'harassment'::text, 'private_details'::text, 'false_claims'::text, 'not_a_boycott'::text, 'spam'::text, 'illegal'::text, 'other'::text])),
    CONSTRAINT moderation_decision_state_check CHECK (state = ANY (ARRAY['visible'::text, 'hidden'::text, 'removed'::text, 'kept'::text, 'warned'::text, 'suspended'::text, 'lifted'::text, 'hidden_by_organizer'::text, 'shown_by_organizer'::text, 'hidden_by_reports'::text, 'waiting'::text, 'returned'::text, 'released'::text])),
    CONSTRAINT moderation_decision_subject_kind_check CHECK (subject_kind = ANY (ARRAY['campaign'::text, 'comment'::text, 'update'::text, 'chat_message'::text, 'post'::text, 'community'::text, 'person'::text, 'target'::text, 'company_statement'::text, 'picture'::text])),
    CONSTRAINT mods_keep_or_remove CHECK (NOT by_mods OR (subject_kind = ANY (ARRAY['post'::text, 'comment'::text])) AND (state = ANY (ARRAY['kept'::text, 'removed'::text]))),
    CONSTRAINT only_people_are_suspended CHECK (subject_kind = 'person'::text OR (state <> ALL (ARRAY['suspended'::text, 'lifted'::text]))),
    CONSTRAINT only_suspensions_last CHECK (state = 'suspended'::text OR until IS NULL AND NOT hides_content),
    CONSTRAINT organizers_decide_about_comments CHECK (subject_kind = 'comment'::text OR (state <> ALL (ARRAY['hidden_by_organizer'::text, 'shown_by_organizer'::text]))),
    CONSTRAINT rules_decide_without_moderator CHECK ((moderator_id IS NULL) = (state = ANY (ARRAY['hidden_by_reports'::text, 'waiting'::text, 'returned'::text, 'released'::text]))),
    CONSTRAINT rules_hide_no_campaigns CHECK ((subject_kind = ANY (ARRAY['comment'::text, 'post'::text, 'chat_message'::text, 'picture'::text])) OR (state <> ALL (ARRAY['hidden_by_reports'::text, 'waiting'::text, 'returned'::text, 'released'::text]))),
    CONSTRAINT moderation_decision_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(id),
    CONSTRAINT moderation_decision_moderator_id_fkey FOREIGN KEY (moderator_id) REFERENCES person(id)
);
COMMENT ON COLUMN moderation_decision.moderator_id IS 'The moderator, or the organizer who hid a comment in their campaign or showed it again. Null for a decision by a rule.';
COMMENT ON COLUMN moderation_decision.until IS 'When a suspension ends by itself; null: never.';
COMMENT ON COLUMN moderation_decision.hides_content IS 'The comments and campaigns of the suspended person are hidden with this decision, until the suspension ends.';
COMMENT ON COLUMN moderation_decision.rule IS 'Null for restorations, for kept content, and for decisions from before there were rules.';
COMMENT ON COLUMN moderation_decision.by_mods IS 'The moderator decided as owner or mod of the community, not for the site.';
COMMENT ON COLUMN moderation_decision.reason_hash IS 'The SHA-256 of the salt and the reason in decision_words. Null: without a reason.';
CREATE INDEX moderation_decision_author_id_idx ON moderation_decision USING btree (author_id);
CREATE INDEX moderation_decision_created_at_idx ON moderation_decision USING btree (created_at);
CREATE INDEX moderation_decision_moderator_id_idx ON moderation_decision USING btree (moderator_id);
CREATE INDEX moderation_decision_subject_id_created_at_id_idx ON moderation_decision USING btree (subject_id, created_at DESC, id DESC);
CREATE TRIGGER moderation_decision_stays BEFORE DELETE OR UPDATE ON moderation_decision FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER moderation_decision_stays_whole BEFORE TRUNCATE ON moderation_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE site_switch (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    campaign_id uuid,
    text text DEFAULT ''::text NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT site_switch_pkey PRIMARY KEY (id),
    CONSTRAINT site_switch_key UNIQUE NULLS NOT DISTINCT (name, campaign_id),
    CONSTRAINT banner_has_text CHECK ((name = 'banner'::text) = (text <> ''::text)),
    CONSTRAINT one_campaign_is_paused CHECK ((name = 'joining_paused'::text) = (campaign_id IS NOT NULL)),
    CONSTRAINT site_switch_name_check CHECK (name = ANY (ARRAY['read_only'::text, 'no_sign_up'::text, 'no_new_campaigns'::text, 'joining_paused'::text, 'slow_mode'::text, 'posts_wait'::text, 'quiet_hourly'::text, 'quiet_daily'::text, 'banner'::text])),
    CONSTRAINT site_switch_text_check CHECK (length(text) <= 300),
    CONSTRAINT site_switch_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
CREATE INDEX site_switch_campaign_id_idx ON site_switch USING btree (campaign_id);

CREATE TABLE invalidation (
    id uuid NOT NULL,
    campaign_id uuid,
    joined_from timestamp with time zone,
    joined_to timestamp with time zone,
    mail_domain text,
    account_hours integer,
    reason text NOT NULL,
    note text,
    started_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    state text DEFAULT 'running'::text NOT NULL,
    undo_note text,
    to_check bigint NOT NULL,
    checked bigint DEFAULT 0 NOT NULL,
    pledges bigint DEFAULT 0 NOT NULL,
    restored bigint DEFAULT 0 NOT NULL,
    after_campaign uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    after_person uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    network text,
    is_held boolean DEFAULT false NOT NULL,
    undo_part jsonb,
    undos integer DEFAULT 0 NOT NULL,
    form_seconds integer,
    people bigint,
    restored_people bigint,
    looked_at timestamp with time zone,
    consent text,
    consented_by uuid,
    campaign_ids uuid[],
    CONSTRAINT invalidation_pkey PRIMARY KEY (id),
    CONSTRAINT invalidation_account_hours_check CHECK (account_hours >= 1 AND account_hours <= 87600),
    CONSTRAINT invalidation_checked_check CHECK (checked >= 0),
    CONSTRAINT invalidation_consent_check CHECK (consent = ANY (ARRAY['second'::text, 'admin'::text])),
    CONSTRAINT invalidation_form_seconds_check CHECK (form_seconds >= 1 AND form_seconds <= 3600),
    CONSTRAINT invalidation_has_note CHECK (note IS NOT NULL OR is_held),
    CONSTRAINT invalidation_mail_domain_check CHECK (length(mail_domain) >= 1 AND length(mail_domain) <= 253),
    CONSTRAINT invalidation_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
    CONSTRAINT invalidation_people_check CHECK (people >= 0),
    CONSTRAINT invalidation_pledges_check CHECK (pledges >= 0),
    CONSTRAINT invalidation_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000),
    CONSTRAINT invalidation_restored_check CHECK (restored >= 0),
    CONSTRAINT invalidation_restored_people_check CHECK (restored_people >= 0),
    CONSTRAINT invalidation_state_check CHECK (state = ANY (ARRAY['proposed'::text, 'declined'::text, 'running'::text, 'stopped'::text, 'done'::text, 'undoing'::text, 'partly_undone'::text, 'undone'::text])),
    CONSTRAINT invalidation_to_check_check CHECK (to_check >= 0),
    CONSTRAINT invalidation_undo_note_check CHECK (length(undo_note) >= 1 AND length(undo_note) <= 500),
    CONSTRAINT invalidation_undo_part_check CHECK (jsonb_typeof(undo_part) = 'object'::text),
    CONSTRAINT invalidation_undos_check CHECK (undos >= 0),
    CONSTRAINT invalidation_waits_for_somebody CHECK ((state <> ALL (ARRAY['proposed'::text, 'declined'::text])) OR consent IS NOT NULL),
    CONSTRAINT selects_something CHECK (num_nonnulls(joined_from, joined_to, mail_domain, account_hours, network, form_seconds) > 0),
    CONSTRAINT undo_has_note CHECK (is_held OR (state = ANY (ARRAY['undoing'::text, 'partly_undone'::text, 'undone'::text])) = (undo_note IS NOT NULL)),
    CONSTRAINT invalidation_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT invalidation_consented_by_fkey FOREIGN KEY (consented_by) REFERENCES person(id),
    CONSTRAINT invalidation_started_by_fkey FOREIGN KEY (started_by) REFERENCES person(id)
);
COMMENT ON COLUMN invalidation.campaign_id IS 'Null: every campaign of the site.';
COMMENT ON COLUMN invalidation.account_hours IS 'Accounts that were younger than this many hours when they joined.';
COMMENT ON COLUMN invalidation.note IS 'The public note of the correction.';
COMMENT ON COLUMN invalidation.to_check IS 'Number of pledges of the campaign or site when it started.';
COMMENT ON COLUMN invalidation.is_held IS 'Only pledges that were held, so no count changes.';
COMMENT ON COLUMN invalidation.undo_part IS 'The pledges that its latest undo restores, as conditions; null for all.';
COMMENT ON COLUMN invalidation.undos IS 'Number of its undos. Each has a public correction of its own.';
COMMENT ON COLUMN invalidation.form_seconds IS 'Sign-up forms that were open for less than this many seconds, or skipped.';
COMMENT ON COLUMN invalidation.people IS 'People whose pledges it has taken out; null until it has ended, and for one campaign, where a person has one pledge.';
COMMENT ON COLUMN invalidation.restored_people IS 'How many of these people no longer have a pledge in it after its latest undo; null before one has ended.';
COMMENT ON COLUMN invalidation.looked_at IS 'When a moderator last answered people who had asked for a look that the decision stays.';
COMMENT ON COLUMN invalidation.consent IS 'Whose consent it needs: of a second moderator, or of an administrator. Null: nobody''s.';
COMMENT ON COLUMN invalidation.campaign_ids IS 'A correction of the whole site takes pledges out of these campaigns only. Null if the correction is about one campaign.';
CREATE INDEX invalidation_campaign_id_idx ON invalidation USING btree (campaign_id);
CREATE INDEX invalidation_consented_by_idx ON invalidation USING btree (consented_by);
CREATE INDEX invalidation_created_at_id_idx ON invalidation USING btree (created_at DESC, id DESC);
CREATE INDEX invalidation_started_by_idx ON invalidation USING btree (started_by);
CREATE INDEX invalidation_under_way ON invalidation USING btree (created_at) WHERE state = ANY (ARRAY['running'::text, 'undoing'::text]);

CREATE TABLE pledge_correction (
    invalidation_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    person_id uuid NOT NULL,
    look_asked_at timestamp with time zone,
    look_answered_at timestamp with time zone,
    CONSTRAINT pledge_correction_pkey PRIMARY KEY (campaign_id, person_id, invalidation_id),
    CONSTRAINT pledge_correction_campaign_id_person_id_fkey FOREIGN KEY (campaign_id, person_id) REFERENCES pledge(campaign_id, person_id) ON DELETE CASCADE,
    CONSTRAINT pledge_correction_invalidation_id_fkey FOREIGN KEY (invalidation_id) REFERENCES invalidation(id) ON DELETE CASCADE
);
COMMENT ON TABLE pledge_correction IS 'The corrections in force of each pledge. Only the program reads it: nobody sees which pledges they are.';
COMMENT ON COLUMN pledge_correction.look_asked_at IS 'When the person asked a moderator to look at the removal.';
COMMENT ON COLUMN pledge_correction.look_answered_at IS 'When a moderator answered this person that the decision stays. They can no longer ask for a look.';
CREATE INDEX pledge_correction_invalidation_id_campaign_id_person_id_idx ON pledge_correction USING btree (invalidation_id, campaign_id, person_id);
CREATE INDEX pledge_correction_look_waiting ON pledge_correction USING btree (invalidation_id) WHERE look_asked_at IS NOT NULL AND look_answered_at IS NULL;

CREATE TABLE report_case (
    id uuid NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid NOT NULL,
    opened_at timestamp with time zone,
    is_urgent boolean DEFAULT false NOT NULL,
    reporters integer DEFAULT 0 NOT NULL,
    claimed_by uuid,
    claimed_until timestamp with time zone,
    kept_version timestamp with time zone,
    weight integer DEFAULT 0 NOT NULL,
    escalated_at timestamp with time zone,
    community_id uuid,
    is_kept_by_mods boolean DEFAULT false NOT NULL,
    is_hidden boolean DEFAULT false NOT NULL,
    CONSTRAINT report_case_pkey PRIMARY KEY (id),
    CONSTRAINT report_case_subject UNIQUE (subject_kind, subject_id),
    CONSTRAINT claim_ends CHECK ((claimed_by IS NULL) = (claimed_until IS NULL)),
    CONSTRAINT closed_has_no_reporters CHECK (opened_at IS NOT NULL OR reporters = 0),
    CONSTRAINT hidden_is_open CHECK (opened_at IS NOT NULL OR NOT is_hidden),
    CONSTRAINT report_case_reporters_check CHECK (reporters >= 0),
    CONSTRAINT report_case_subject_kind_check CHECK (subject_kind = ANY (ARRAY['campaign'::text, 'comment'::text, 'update'::text, 'chat_message'::text, 'post'::text, 'community'::text, 'person'::text, 'target'::text, 'company_statement'::text, 'picture'::text])),
    CONSTRAINT report_case_weight_check CHECK (weight >= 0),
    CONSTRAINT report_case_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES person(id)
);
COMMENT ON COLUMN report_case.opened_at IS 'The first open report, or the moment when an organizer hid the comment; null while neither is open.';
COMMENT ON COLUMN report_case.kept_version IS 'Changes of the content after this moment can be reported again: a moderator has looked at it and kept it.';
COMMENT ON COLUMN report_case.weight IS 'The reporters, without those whose earlier reports moderators mostly found wrong.';
COMMENT ON COLUMN report_case.escalated_at IS 'When administrators were mailed, because what reports had hidden stays hidden and nobody had looked.';
COMMENT ON COLUMN report_case.community_id IS 'The community of a reported post or comment. No foreign key: a case outlives its content, and a report must not lock the community.';
COMMENT ON COLUMN report_case.is_kept_by_mods IS 'The community''s owner or mods have kept the content. New reports about it are for the site''s moderators, until they have decided.';
COMMENT ON COLUMN report_case.is_hidden IS 'A moderator has hidden the content for review. The case stays open until it is removed or shown again.';
CREATE INDEX report_case_claimed_by_idx ON report_case USING btree (claimed_by);
CREATE INDEX report_case_of_community ON report_case USING btree (community_id, weight DESC, opened_at, id) WHERE opened_at IS NOT NULL AND community_id IS NOT NULL;
CREATE INDEX report_case_queue ON report_case USING btree (is_urgent DESC, weight DESC, opened_at, id) WHERE opened_at IS NOT NULL;

CREATE TABLE report (
    id uuid NOT NULL,
    case_id uuid NOT NULL,
    reporter_id uuid,
    reason text NOT NULL,
    details text DEFAULT ''::text NOT NULL,
    law text,
    notice_name text,
    notice_email text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone,
    outcome text,
    visitor_email text,
    is_trusted boolean DEFAULT false NOT NULL,
    by_mods boolean DEFAULT false NOT NULL,
    is_automatic boolean DEFAULT false NOT NULL,
    CONSTRAINT report_pkey PRIMARY KEY (id),
    CONSTRAINT closed_has_outcome CHECK ((closed_at IS NULL) = (outcome IS NULL)),
    CONSTRAINT illegal_names_the_law CHECK ((reason = 'illegal'::text) = (law IS NOT NULL)),
    CONSTRAINT only_notices_have_senders CHECK (reason = 'illegal'::text OR notice_name IS NULL AND notice_email IS NULL),
    CONSTRAINT report_details_check CHECK (length(details) <= 2000),
    CONSTRAINT report_law_check CHECK (length(law) >= 1 AND length(law) <= 500),
    CONSTRAINT report_notice_email_check CHECK (length(notice_email) >= 3 AND length(notice_email) <= 254),
    CONSTRAINT report_notice_name_check CHECK (length(notice_name) >= 1 AND length(notice_name) <= 100),
    CONSTRAINT report_outcome_check CHECK (outcome = ANY (ARRAY['kept'::text, 'hidden'::text, 'removed'::text, 'settled'::text, 'gone'::text])),
    CONSTRAINT report_reason_check CHECK (reason = ANY (ARRAY['false_claim'::text, 'harassment'::text, 'hate'::text, 'spam'::text, 'illegal'::text, 'not_a_boycott'::text, 'other'::text])),
    CONSTRAINT report_visitor_email_check CHECK (length(visitor_email) >= 3 AND length(visitor_email) <= 254),
    CONSTRAINT sent_by_one CHECK (num_nonnulls(reporter_id, visitor_email) <= 1),
    CONSTRAINT report_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_case(id) ON DELETE CASCADE,
    CONSTRAINT report_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES person(id)
);
COMMENT ON COLUMN report.law IS 'A legal notice has it, and no other report: the law that the content breaks, or why it is illegal.';
COMMENT ON COLUMN report.visitor_email IS 'The confirmed address of a visitor. It is deleted once the mail about the end of the report is queued.';
COMMENT ON COLUMN report.is_trusted IS 'Counts towards hiding the content: its sender was a member or trusted, and had not been mostly wrong.';
COMMENT ON COLUMN report.by_mods IS 'The owner or a mod of the community has closed it. It says nothing about the weight of its sender''s reports on the site.';
COMMENT ON COLUMN report.is_automatic IS 'The site itself has reported something that is unusual.';
CREATE INDEX report_case_id_created_at_id_idx ON report USING btree (case_id, created_at DESC, id DESC);
CREATE INDEX report_closed ON report USING btree (closed_at) WHERE closed_at IS NOT NULL;
CREATE UNIQUE INDEX report_open_once ON report USING btree (case_id, reporter_id) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX report_open_once_by_visitor ON report USING btree (case_id, visitor_email) WHERE closed_at IS NULL;
CREATE INDEX report_reporter_id_created_at_id_idx ON report USING btree (reporter_id, created_at DESC, id DESC);
CREATE INDEX report_visitor_to_mail ON report USING btree (closed_at) WHERE visitor_email IS NOT NULL AND closed_at IS NOT NULL;

CREATE TABLE never_counted (
    month date NOT NULL,
    pledges bigint NOT NULL,
    as_of date NOT NULL,
    CONSTRAINT never_counted_pkey PRIMARY KEY (month),
    CONSTRAINT never_counted_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
    CONSTRAINT never_counted_pledges_check CHECK (pledges >= 0)
);
COMMENT ON TABLE never_counted IS 'For /transparency: the pledges of each month (UTC) that have never counted. The job of midnight writes the last three months.';

CREATE TABLE signal_key (
    week date NOT NULL,
    secret text NOT NULL,
    CONSTRAINT signal_key_pkey PRIMARY KEY (week)
);
COMMENT ON TABLE signal_key IS 'Keys for the hashes in join_signal: one for each week, deleted after 30 days.';

CREATE TABLE sign_up_signal (
    person_id uuid NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    form_seconds real NOT NULL,
    CONSTRAINT sign_up_signal_pkey PRIMARY KEY (person_id),
    CONSTRAINT sign_up_signal_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
COMMENT ON TABLE sign_up_signal IS 'How long the sign-up form was open. Deleted after 30 days.';

CREATE TABLE join_signal (
    campaign_id uuid NOT NULL,
    person_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    network text NOT NULL,
    browser text NOT NULL,
    mail_domain text NOT NULL,
    is_common_domain boolean NOT NULL,
    is_over boolean NOT NULL,
    signals text[] NOT NULL,
    held_at timestamp with time zone,
    is_let_in boolean DEFAULT false NOT NULL,
    look_asked_at timestamp with time zone,
    checked_at timestamp with time zone,
    is_quick boolean NOT NULL,
    network_before text,
    CONSTRAINT join_signal_pkey PRIMARY KEY (campaign_id, person_id),
    CONSTRAINT join_signal_campaign_id_person_id_fkey FOREIGN KEY (campaign_id, person_id) REFERENCES pledge(campaign_id, person_id) ON DELETE CASCADE
);
COMMENT ON TABLE join_signal IS 'How accounts younger than a day joined. Networks, browsers and mail domains are keyed hashes. Deleted after 30 days; undecided and corrected pledges keep the hash of the network until they are decided.';
COMMENT ON COLUMN join_signal.checked_at IS 'When a pledge whose person had been told was let in.';
COMMENT ON COLUMN join_signal.network_before IS 'The keyed hash of the network with the key of the week before, in the first three days of a week.';
CREATE INDEX join_signal_campaign_id_network_at_idx ON join_signal USING btree (campaign_id, network, at);
CREATE INDEX join_signal_campaign_id_network_browser_at_idx ON join_signal USING btree (campaign_id, network, browser, at);
CREATE INDEX join_signal_campaign_id_network_confirmed_at_idx ON join_signal USING btree (campaign_id, network, confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE INDEX join_signal_checked ON join_signal USING btree (checked_at) WHERE checked_at IS NOT NULL;
CREATE INDEX join_signal_held_at_idx ON join_signal USING btree (held_at) WHERE held_at IS NOT NULL;
CREATE INDEX join_signal_held_network ON join_signal USING btree (campaign_id, network) WHERE held_at IS NOT NULL;

CREATE TABLE unconfirmed_report (
    id uuid NOT NULL,
    secret_hash text NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid NOT NULL,
    reason text NOT NULL,
    details text NOT NULL,
    law text NOT NULL,
    notice_name text NOT NULL,
    email text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    confirmed_at timestamp with time zone,
    CONSTRAINT unconfirmed_report_pkey PRIMARY KEY (id),
    CONSTRAINT unconfirmed_report_details_check CHECK (length(details) <= 2000),
    CONSTRAINT unconfirmed_report_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
    CONSTRAINT unconfirmed_report_law_check CHECK (length(law) <= 500),
    CONSTRAINT unconfirmed_report_notice_name_check CHECK (length(notice_name) <= 100),
    CONSTRAINT unconfirmed_report_reason_check CHECK (reason = ANY (ARRAY['false_claim'::text, 'harassment'::text, 'hate'::text, 'spam'::text, 'illegal'::text, 'not_a_boycott'::text, 'other'::text])),
    CONSTRAINT unconfirmed_report_secret_hash_check CHECK (length(secret_hash) = 64),
    CONSTRAINT unconfirmed_report_subject_kind_check CHECK (subject_kind = ANY (ARRAY['campaign'::text, 'comment'::text, 'update'::text, 'chat_message'::text, 'post'::text, 'community'::text, 'person'::text, 'target'::text, 'company_statement'::text, 'picture'::text]))
);
COMMENT ON COLUMN unconfirmed_report.confirmed_at IS 'The row stays until it is swept, so that a second press of the button in the mail gets the same answer.';
CREATE INDEX unconfirmed_report_created_at_idx ON unconfirmed_report USING btree (created_at);

CREATE TABLE moderation_appeal (
    id uuid NOT NULL,
    decision_id uuid NOT NULL,
    author_id uuid,
    body text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_at timestamp with time zone,
    decided_by uuid,
    outcome text,
    answer text,
    is_same_person boolean DEFAULT false NOT NULL,
    CONSTRAINT moderation_appeal_pkey PRIMARY KEY (id),
    CONSTRAINT moderation_appeal_decision_id_key UNIQUE (decision_id),
    CONSTRAINT decided_whole CHECK ((num_nonnulls(decided_at, decided_by, outcome) = ANY (ARRAY[0, 3])) AND (decided_at IS NOT NULL OR answer IS NULL)),
    CONSTRAINT moderation_appeal_answer_check CHECK (length(answer) >= 1 AND length(answer) <= 1000),
    CONSTRAINT moderation_appeal_body_check CHECK (length(body) <= 2000),
    CONSTRAINT moderation_appeal_outcome_check CHECK (outcome = ANY (ARRAY['granted'::text, 'declined'::text])),
    CONSTRAINT moderation_appeal_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(id),
    CONSTRAINT moderation_appeal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES person(id),
    CONSTRAINT moderation_appeal_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES moderation_decision(id)
);
COMMENT ON TABLE moderation_appeal IS 'An open appeal moves to the newest decision about its content. Appeals of deleted accounts keep neither author nor text.';
COMMENT ON COLUMN moderation_appeal.is_same_person IS 'The moderator who made the decision has also decided the appeal.';
CREATE INDEX moderation_appeal_author_id_idx ON moderation_appeal USING btree (author_id);
CREATE INDEX moderation_appeal_created_at_idx ON moderation_appeal USING btree (created_at);
CREATE INDEX moderation_appeal_decided_by_idx ON moderation_appeal USING btree (decided_by);
CREATE INDEX moderation_appeal_open ON moderation_appeal USING btree (created_at, id) WHERE decided_at IS NULL;

CREATE TABLE moderated_profile (
    person_id uuid NOT NULL,
    state text NOT NULL,
    bio text NOT NULL,
    avatar_url text,
    avatar_media_id uuid,
    display_name text,
    first_name text,
    last_name text,
    is_name_alone boolean DEFAULT false NOT NULL,
    CONSTRAINT moderated_profile_pkey PRIMARY KEY (person_id),
    CONSTRAINT moderated_profile_bio_check CHECK (length(bio) <= 500),
    CONSTRAINT moderated_profile_display_name_check CHECK (length(display_name) <= 100),
    CONSTRAINT moderated_profile_first_name_check CHECK (length(first_name) <= 100),
    CONSTRAINT moderated_profile_last_name_check CHECK (length(last_name) <= 100),
    CONSTRAINT moderated_profile_state_check CHECK (state = ANY (ARRAY['hidden'::text, 'removed'::text])),
    CONSTRAINT names_are_together CHECK (num_nulls(display_name, first_name, last_name) = ANY (ARRAY[0, 3])),
    CONSTRAINT moderated_profile_avatar_media_id_fkey FOREIGN KEY (avatar_media_id) REFERENCES media(id),
    CONSTRAINT moderated_profile_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
COMMENT ON COLUMN moderated_profile.display_name IS 'The name that moderators removed. Null: the name was not removed.';
COMMENT ON COLUMN moderated_profile.is_name_alone IS 'Only the name was removed. Picture and text are shown.';
CREATE INDEX moderated_profile_avatar_media_id_idx ON moderated_profile USING btree (avatar_media_id);

CREATE TABLE person_block (
    person_id uuid NOT NULL,
    other_id uuid NOT NULL,
    kind text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT person_block_pkey PRIMARY KEY (person_id, other_id),
    CONSTRAINT blocks_another_person CHECK (person_id <> other_id),
    CONSTRAINT person_block_kind_check CHECK (kind = ANY (ARRAY['mute'::text, 'block'::text])),
    CONSTRAINT person_block_other_id_fkey FOREIGN KEY (other_id) REFERENCES person(id),
    CONSTRAINT person_block_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
COMMENT ON TABLE person_block IS 'mute: person_id does not see what other_id writes. block: neither sees what the other writes. Only person_id can read the row.';
CREATE INDEX person_block_other ON person_block USING btree (other_id, person_id);
CREATE INDEX person_block_page ON person_block USING btree (person_id, created_at DESC, other_id DESC);

CREATE TABLE person_pace (
    person_id uuid NOT NULL,
    wrote_at timestamp with time zone NOT NULL,
    CONSTRAINT person_pace_pkey PRIMARY KEY (person_id),
    CONSTRAINT person_pace_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
COMMENT ON TABLE person_pace IS 'When each person last wrote anything while all discussions were slowed.';

CREATE TABLE pledge_receipt (
    campaign_id uuid NOT NULL,
    person_id uuid NOT NULL,
    secret text DEFAULT replace(gen_random_uuid()::text, '-'::text, ''::text) NOT NULL,
    CONSTRAINT pledge_receipt_pkey PRIMARY KEY (campaign_id, person_id),
    CONSTRAINT pledge_receipt_secret_check CHECK (length(secret) = 32),
    CONSTRAINT pledge_receipt_campaign_id_person_id_fkey FOREIGN KEY (campaign_id, person_id) REFERENCES pledge(campaign_id, person_id) ON DELETE CASCADE
);
COMMENT ON TABLE pledge_receipt IS 'Secrets of pledges, of which the leaves of the daily lists are made. Made by the daily job, or when its person asks for the receipt.';

CREATE TABLE daily_list (
    campaign_id uuid NOT NULL,
    day date NOT NULL,
    pledges integer NOT NULL,
    root bytea NOT NULL,
    chain bytea NOT NULL,
    CONSTRAINT daily_list_pkey PRIMARY KEY (campaign_id, day),
    CONSTRAINT daily_list_chain_check CHECK (length(chain) = 32),
    CONSTRAINT daily_list_pledges_check CHECK (pledges >= 0),
    CONSTRAINT daily_list_root_check CHECK (length(root) = 32),
    CONSTRAINT daily_list_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
COMMENT ON COLUMN daily_list.day IS 'The day (UTC) at whose beginning the list was due.';
COMMENT ON COLUMN daily_list.chain IS 'Hash of this root, its day and the chain of the list before it.';

CREATE TABLE daily_list_leaves (
    campaign_id uuid NOT NULL,
    day date NOT NULL,
    leaves bytea NOT NULL,
    chunks bytea NOT NULL,
    CONSTRAINT daily_list_leaves_pkey PRIMARY KEY (campaign_id, day),
    CONSTRAINT daily_list_leaves_campaign_id_day_fkey FOREIGN KEY (campaign_id, day) REFERENCES daily_list(campaign_id, day) ON DELETE CASCADE
);
COMMENT ON TABLE daily_list_leaves IS 'The leaves of lists of 20 or more pledges, sorted, of 16 bytes each. Deleted after 30 days.';
COMMENT ON COLUMN daily_list_leaves.chunks IS 'For each 1,024 leaves: the first of them, and the hash of their part of the tree.';
CREATE INDEX daily_list_leaves_day ON daily_list_leaves USING btree (day);

CREATE TABLE community_mute (
    community_id uuid NOT NULL,
    person_id uuid NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    until timestamp with time zone,
    mailbox_keys text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT community_mute_pkey PRIMARY KEY (community_id, person_id),
    CONSTRAINT community_mute_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000),
    CONSTRAINT community_mute_community_id_fkey FOREIGN KEY (community_id) REFERENCES community(id) ON DELETE CASCADE,
    CONSTRAINT community_mute_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
COMMENT ON COLUMN community_mute.until IS 'Null: until somebody ends it.';
COMMENT ON COLUMN community_mute.mailbox_keys IS 'A mute keeps keyed hashes of every confirmed address that the account has had since the mute (mailbox-keys.ts).';
CREATE INDEX community_mute_mailbox ON community_mute USING gin (mailbox_keys);
CREATE INDEX community_mute_page ON community_mute USING btree (community_id, created_at DESC, person_id DESC);
CREATE INDEX community_mute_person ON community_mute USING btree (person_id);

CREATE TABLE target_domain (
    target_id uuid NOT NULL,
    domain text NOT NULL,
    takes_mail boolean DEFAULT false NOT NULL,
    CONSTRAINT target_domain_pkey PRIMARY KEY (target_id),
    CONSTRAINT target_domain_domain_check CHECK (domain = lower(domain) AND length(domain) >= 3 AND length(domain) <= 253),
    CONSTRAINT target_domain_target_id_fkey FOREIGN KEY (target_id) REFERENCES target(id) ON DELETE CASCADE
);
COMMENT ON TABLE target_domain IS 'The registrable domain that a moderator has confirmed as the website of the target. A change of the website deletes the row.';
COMMENT ON COLUMN target_domain.takes_mail IS 'Only people who act for the company have addresses at the domain, so a mail to one of them shows control.';

CREATE TABLE representative (
    id uuid NOT NULL,
    target_id uuid NOT NULL,
    person_id uuid NOT NULL,
    domain text NOT NULL,
    record text NOT NULL,
    state text DEFAULT 'unverified'::text NOT NULL,
    method text,
    suspended_for text,
    link_hash text,
    link_sent_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    verified_at timestamp with time zone,
    decided_at timestamp with time zone,
    CONSTRAINT representative_pkey PRIMARY KEY (id),
    CONSTRAINT representative_target_id_person_id_key UNIQUE (target_id, person_id),
    CONSTRAINT link_whole CHECK ((link_hash IS NULL) = (link_sent_at IS NULL)),
    CONSTRAINT representative_domain_check CHECK (domain = lower(domain) AND length(domain) >= 3 AND length(domain) <= 253),
    CONSTRAINT representative_link_hash_check CHECK (length(link_hash) = 64),
    CONSTRAINT representative_method_check CHECK (method = ANY (ARRAY['dns'::text, 'mail'::text])),
    CONSTRAINT representative_record_check CHECK (length(record) = 32),
    CONSTRAINT representative_state_check CHECK (state = ANY (ARRAY['unverified'::text, 'waiting'::text, 'active'::text, 'suspended'::text, 'declined'::text])),
    CONSTRAINT representative_suspended_for_check CHECK (suspended_for = ANY (ARRAY['claim'::text, 'website'::text])),
    CONSTRAINT suspended_for_a_reason CHECK ((state = 'suspended'::text) = (suspended_for IS NOT NULL)),
    CONSTRAINT unverified_is_not_verified CHECK (state <> 'unverified'::text OR method IS NULL),
    CONSTRAINT verified_by_a_method CHECK ((method IS NULL) = (verified_at IS NULL)),
    CONSTRAINT representative_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
    CONSTRAINT representative_target_id_fkey FOREIGN KEY (target_id) REFERENCES target(id) ON DELETE CASCADE
);
COMMENT ON TABLE representative IS 'A person who says that they act for a target. Only the person and moderators may know it; pages show the domain alone.';
COMMENT ON COLUMN representative.record IS 'Random text that the TXT record of the domain must contain.';
COMMENT ON COLUMN representative.link_hash IS 'Hash of the secret in the newest mailed link. The address to which it was sent is not stored.';
CREATE INDEX representative_open ON representative USING btree (created_at, id) WHERE state <> 'declined'::text;
CREATE INDEX representative_person_id_idx ON representative USING btree (person_id);

CREATE TABLE company_statement (
    id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    target_id uuid NOT NULL,
    author_id uuid NOT NULL,
    domain text NOT NULL,
    body text NOT NULL,
    moderation text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT company_statement_pkey PRIMARY KEY (id),
    CONSTRAINT company_statement_campaign_id_target_id_key UNIQUE (campaign_id, target_id),
    CONSTRAINT company_statement_body_check CHECK (length(body) >= 1 AND length(body) <= 3000),
    CONSTRAINT company_statement_domain_check CHECK (domain = lower(domain) AND length(domain) >= 3 AND length(domain) <= 253),
    CONSTRAINT company_statement_moderation_check CHECK (moderation = ANY (ARRAY['hidden'::text, 'removed'::text])),
    CONSTRAINT company_statement_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(id),
    CONSTRAINT company_statement_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT company_statement_target_id_fkey FOREIGN KEY (target_id) REFERENCES target(id) ON DELETE CASCADE
);
COMMENT ON TABLE company_statement IS 'It is shown on the campaign while that is about this target.';
COMMENT ON COLUMN company_statement.author_id IS 'The representative who wrote the present text.';
CREATE INDEX company_statement_author_id_idx ON company_statement USING btree (author_id);
CREATE INDEX company_statement_target_id_idx ON company_statement USING btree (target_id);

CREATE TABLE company_statement_edit (
    id uuid NOT NULL,
    statement_id uuid NOT NULL,
    body text NOT NULL,
    written_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT company_statement_edit_pkey PRIMARY KEY (id),
    CONSTRAINT company_statement_edit_body_check CHECK (length(body) >= 1 AND length(body) <= 3000),
    CONSTRAINT company_statement_edit_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES company_statement(id) ON DELETE CASCADE
);
COMMENT ON TABLE company_statement_edit IS 'The text before an edit, since written_at. Everybody can read it.';
CREATE INDEX company_statement_edit_statement_id_created_at_idx ON company_statement_edit USING btree (statement_id, created_at DESC);

CREATE TABLE company_request (
    id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    target_id uuid NOT NULL,
    requested_by uuid NOT NULL,
    domain text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    delivered_at timestamp with time zone,
    CONSTRAINT company_request_pkey PRIMARY KEY (id),
    CONSTRAINT company_request_domain_check CHECK (domain = lower(domain) AND length(domain) >= 3 AND length(domain) <= 253),
    CONSTRAINT company_request_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT company_request_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES person(id),
    CONSTRAINT company_request_target_id_fkey FOREIGN KEY (target_id) REFERENCES target(id) ON DELETE CASCADE
);
COMMENT ON TABLE company_request IS 'The id is that of the mail. The address is stored in the mail alone, which is deleted when it is sent.';
COMMENT ON COLUMN company_request.delivered_at IS 'The mail was handed over to a mail server.';
CREATE INDEX company_request_campaign_id_target_id_created_at_idx ON company_request USING btree (campaign_id, target_id, created_at);
CREATE INDEX company_request_requested_by_idx ON company_request USING btree (requested_by);
CREATE INDEX company_request_target_id_idx ON company_request USING btree (target_id);

CREATE TABLE written_text (
    id uuid DEFAULT uuid_v7() NOT NULL,
    person_id uuid NOT NULL,
    written_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    words_hash bytea,
    campaign_id uuid,
    kind text NOT NULL,
    CONSTRAINT written_text_pkey PRIMARY KEY (id),
    CONSTRAINT written_text_kind_check CHECK (kind = ANY (ARRAY['comment'::text, 'post'::text, 'message'::text, 'edit'::text, 'campaign'::text, 'target'::text, 'cause'::text])),
    CONSTRAINT written_text_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
COMMENT ON TABLE written_text IS 'When each person wrote texts on what others started, edited them, published campaigns, and added targets and causes, in the last 24 hours.';
COMMENT ON COLUMN written_text.campaign_id IS 'The campaign of a new person''s comment. No foreign key: the row is kept for a day only.';
CREATE INDEX written_text_of_new ON written_text USING btree (campaign_id, written_at) WHERE campaign_id IS NOT NULL;
CREATE INDEX written_text_person ON written_text USING btree (person_id, written_at);

CREATE TABLE demand (
    id uuid NOT NULL,
    made_by text NOT NULL,
    demander text NOT NULL,
    is_named boolean NOT NULL,
    outcome text NOT NULL,
    subject_kind text,
    decision_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT demand_pkey PRIMARY KEY (id),
    CONSTRAINT demand_decision_id_key UNIQUE (decision_id),
    CONSTRAINT demand_demander_check CHECK (demander = ANY (ARRAY['government'::text, 'company'::text])),
    CONSTRAINT demand_made_by_check CHECK (length(made_by) >= 1 AND length(made_by) <= 200),
    CONSTRAINT demand_outcome_check CHECK (outcome = ANY (ARRAY['removed'::text, 'refused'::text])),
    CONSTRAINT demand_subject_kind_check CHECK (subject_kind = ANY (ARRAY['campaign'::text, 'comment'::text, 'update'::text, 'chat_message'::text, 'post'::text, 'community'::text, 'person'::text, 'company_statement'::text, 'picture'::text])),
    CONSTRAINT removed_by_decision CHECK ((outcome = 'removed'::text) = (decision_id IS NOT NULL)),
    CONSTRAINT removed_is_content CHECK (outcome = 'refused'::text OR subject_kind IS NOT NULL),
    CONSTRAINT demand_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES moderation_decision(id)
);
COMMENT ON TABLE demand IS 'A legal order, or the demand for a removal that was refused. Rows are never changed or deleted.';
COMMENT ON COLUMN demand.made_by IS 'The person, company, court or authority that made the demand. Every answer of the site leaves it out unless is_named is true.';
COMMENT ON COLUMN demand.subject_kind IS 'Null: a refused demand about something else.';
CREATE INDEX demand_created_at_id_idx ON demand USING btree (created_at DESC, id DESC);
CREATE TRIGGER demand_stays BEFORE DELETE OR UPDATE ON demand FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER demand_stays_whole BEFORE TRUNCATE ON demand FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE entry_merge (
    id uuid NOT NULL,
    kind text NOT NULL,
    from_id uuid NOT NULL,
    into_id uuid NOT NULL,
    merged_at timestamp with time zone DEFAULT now() NOT NULL,
    undone_at timestamp with time zone,
    CONSTRAINT entry_merge_pkey PRIMARY KEY (id),
    CONSTRAINT entry_merge_check CHECK (into_id <> from_id),
    CONSTRAINT entry_merge_kind_check CHECK (kind = ANY (ARRAY['target'::text, 'industry'::text, 'cause'::text]))
);
COMMENT ON TABLE entry_merge IS 'Which entries moderators merged. The audit log has who did it and why.';
CREATE INDEX entry_merge_from ON entry_merge USING btree (from_id);
CREATE INDEX entry_merge_into ON entry_merge USING btree (into_id);
CREATE INDEX entry_merge_newest ON entry_merge USING btree (merged_at DESC, id DESC);

CREATE TABLE entry_merge_moved (
    merge_id uuid NOT NULL,
    moved_id uuid NOT NULL,
    had_both boolean DEFAULT false NOT NULL,
    CONSTRAINT entry_merge_moved_pkey PRIMARY KEY (merge_id, moved_id),
    CONSTRAINT entry_merge_moved_merge_id_fkey FOREIGN KEY (merge_id) REFERENCES entry_merge(id) ON DELETE CASCADE
);
COMMENT ON TABLE entry_merge_moved IS 'What a merge moved: campaigns and drafts, or the targets of an industry and drafts. An undo restores it.';
COMMENT ON COLUMN entry_merge_moved.had_both IS 'The campaign named both causes, so an undo leaves the other one.';

CREATE TABLE decision_words (
    decision_id uuid NOT NULL,
    words text NOT NULL,
    salt uuid NOT NULL,
    CONSTRAINT decision_words_pkey PRIMARY KEY (decision_id),
    CONSTRAINT decision_words_words_check CHECK (length(words) >= 1 AND length(words) <= 1000),
    CONSTRAINT decision_words_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES moderation_decision(id)
);
CREATE TRIGGER decision_words_stay BEFORE UPDATE ON decision_words FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE audit_words (
    audit_id uuid NOT NULL,
    words text NOT NULL,
    salt uuid NOT NULL,
    names jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT audit_words_pkey PRIMARY KEY (audit_id),
    CONSTRAINT audit_words_names_check CHECK (jsonb_typeof(names) = 'object'::text),
    CONSTRAINT audit_words_words_check CHECK (length(words) >= 1 AND length(words) <= 2000),
    CONSTRAINT audit_words_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audit_log(id)
);
COMMENT ON COLUMN audit_words.names IS 'The name of the subject at that time. It is deleted with the words.';
CREATE TRIGGER audit_words_stay BEFORE UPDATE ON audit_words FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE moderated_picture (
    media_id uuid NOT NULL,
    kind text NOT NULL,
    content_id uuid NOT NULL,
    slot text NOT NULL,
    sort_order smallint NOT NULL,
    state text NOT NULL,
    campaign_id uuid GENERATED ALWAYS AS ( CASE WHEN kind = 'campaign'::text THEN content_id ELSE NULL::uuid END) STORED,
    person_id uuid GENERATED ALWAYS AS ( CASE WHEN kind = 'person'::text THEN content_id ELSE NULL::uuid END) STORED,
    community_id uuid GENERATED ALWAYS AS ( CASE WHEN kind = 'community'::text THEN content_id ELSE NULL::uuid END) STORED,
    target_id uuid GENERATED ALWAYS AS ( CASE WHEN kind = 'target'::text THEN content_id ELSE NULL::uuid END) STORED,
    update_id uuid GENERATED ALWAYS AS ( CASE WHEN kind = 'update'::text THEN content_id ELSE NULL::uuid END) STORED,
    comment_id uuid GENERATED ALWAYS AS ( CASE WHEN kind = 'comment'::text THEN content_id ELSE NULL::uuid END) STORED,
    post_id uuid GENERATED ALWAYS AS ( CASE WHEN kind = 'post'::text THEN content_id ELSE NULL::uuid END) STORED,
    CONSTRAINT moderated_picture_pkey PRIMARY KEY (media_id, content_id),
    CONSTRAINT moderated_picture_kind_check CHECK (kind = ANY (ARRAY['campaign'::text, 'person'::text, 'community'::text, 'target'::text, 'update'::text, 'comment'::text, 'post'::text])),
    CONSTRAINT moderated_picture_slot_check CHECK (slot = ANY (ARRAY['cover'::text, 'avatar'::text, 'logo'::text, 'banner'::text, 'attachment'::text])),
    CONSTRAINT moderated_picture_state_check CHECK (state = ANY (ARRAY['hidden'::text, 'removed'::text, 'hidden_by_reports'::text])),
    CONSTRAINT reports_hide_no_covers CHECK (state <> 'hidden_by_reports'::text OR (kind = ANY (ARRAY['person'::text, 'comment'::text, 'post'::text]))),
    CONSTRAINT moderated_picture_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT moderated_picture_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comment(id) ON DELETE CASCADE,
    CONSTRAINT moderated_picture_community_id_fkey FOREIGN KEY (community_id) REFERENCES community(id) ON DELETE CASCADE,
    CONSTRAINT moderated_picture_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id),
    CONSTRAINT moderated_picture_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
    CONSTRAINT moderated_picture_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_post(id) ON DELETE CASCADE,
    CONSTRAINT moderated_picture_target_id_fkey FOREIGN KEY (target_id) REFERENCES target(id) ON DELETE CASCADE,
    CONSTRAINT moderated_picture_update_id_fkey FOREIGN KEY (update_id) REFERENCES campaign_update(id) ON DELETE CASCADE
);
CREATE INDEX moderated_picture_campaign_id_idx ON moderated_picture USING btree (campaign_id) WHERE campaign_id IS NOT NULL;
CREATE INDEX moderated_picture_comment_id_idx ON moderated_picture USING btree (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX moderated_picture_community_id_idx ON moderated_picture USING btree (community_id) WHERE community_id IS NOT NULL;
CREATE INDEX moderated_picture_content_id_idx ON moderated_picture USING btree (content_id);
CREATE INDEX moderated_picture_person_id_idx ON moderated_picture USING btree (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX moderated_picture_post_id_idx ON moderated_picture USING btree (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX moderated_picture_target_id_idx ON moderated_picture USING btree (target_id) WHERE target_id IS NOT NULL;
CREATE INDEX moderated_picture_update_id_idx ON moderated_picture USING btree (update_id) WHERE update_id IS NOT NULL;

ALTER TABLE person ADD CONSTRAINT person_avatar_media_id_fkey FOREIGN KEY (avatar_media_id) REFERENCES media(id) ON DELETE SET NULL;
ALTER TABLE target ADD CONSTRAINT target_logo_media_id_fkey FOREIGN KEY (logo_media_id) REFERENCES media(id) ON DELETE SET NULL;
ALTER TABLE comment ADD CONSTRAINT comment_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_post(id) ON DELETE CASCADE;
ALTER TABLE attachment ADD CONSTRAINT attachment_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_post(id) ON DELETE CASCADE;
ALTER TABLE mail ADD CONSTRAINT mail_event_id_fkey FOREIGN KEY (event_id) REFERENCES notification_event(id) ON DELETE CASCADE;
ALTER TABLE notification_event ADD CONSTRAINT notification_event_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES moderation_decision(id);
ALTER TABLE notification_event ADD CONSTRAINT notification_event_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE;
ALTER TABLE count_correction ADD CONSTRAINT count_correction_invalidation_id_fkey FOREIGN KEY (invalidation_id) REFERENCES invalidation(id) ON DELETE SET NULL;

CREATE VIEW public_campaign AS
 SELECT id,
    slug,
    status,
    title,
    summary,
    body,
    body_html,
    why_it_matters,
    cover_media_id,
    impact_mode,
    product_service,
    currency,
    spend_cents,
    duration_basis,
    yearly_cents,
    non_monetary_unit,
    supporters_goal,
    impact_goal,
    creator_id,
    target_id,
    draft_target_name,
    draft_target_website,
    draft_industry_id,
    draft_industry_name,
    draft_causes,
    is_historical,
    started_on,
    ended_on,
    outcome,
    created_at,
    updated_at,
    published_at,
    outcome_html,
    title_words,
    words,
    moderation
   FROM campaign
  WHERE status <> 'draft'::text AND moderation IS NULL;

CREATE VIEW listed_entry AS
 SELECT subject_id,
    kind,
    industry_id,
    sort_name,
    campaigns,
    supporters,
    yearly_cents,
    score
   FROM subject_rank
  WHERE NOT is_merged AND (is_verified OR NOT ( SELECT has_moderators() AS has_moderators));

CREATE VIEW recorded_decision AS
 SELECT d.id,
    d.subject_kind,
    d.subject_id,
    d.author_id,
    d.moderator_id,
    d.state,
    d.created_at,
    d.until,
    d.hides_content,
    d.rule,
    d.by_mods,
    d.reason_hash,
    COALESCE(w.words, ''::text) AS reason
   FROM moderation_decision d
     LEFT JOIN decision_words w ON w.decision_id = d.id;
COMMENT ON VIEW recorded_decision IS 'Decisions with their reasons, which are empty once their words are deleted.';

CREATE VIEW recorded_act AS
 SELECT a.id,
    a.at,
    a.actor_id,
    a.action,
    a.subject_kind,
    a.subject_id,
    a.details,
    a.reason_hash,
    COALESCE(w.words, ''::text) AS reason,
    COALESCE(w.names, '{}'::jsonb) AS names
   FROM audit_log a
     LEFT JOIN audit_words w ON w.audit_id = a.id;
COMMENT ON VIEW recorded_act IS 'The audit log with its reasons, which are empty once their words are deleted.';

CREATE VIEW picture_place AS
 SELECT c.cover_media_id AS media_id,
    'campaign'::text AS kind,
    c.id AS content_id,
    'cover'::text AS slot,
    0::smallint AS sort_order,
    NULL::text AS state
   FROM campaign c
  WHERE c.cover_media_id IS NOT NULL
UNION ALL
 SELECT p.avatar_media_id AS media_id,
    'person'::text AS kind,
    p.id AS content_id,
    'avatar'::text AS slot,
    0::smallint AS sort_order,
    NULL::text AS state
   FROM person p
  WHERE p.avatar_media_id IS NOT NULL
UNION ALL
 SELECT h.avatar_media_id AS media_id,
    'person'::text AS kind,
    h.person_id AS content_id,
    'avatar'::text AS slot,
    0::smallint AS sort_order,
    h.state
   FROM moderated_profile h
  WHERE h.avatar_media_id IS NOT NULL
UNION ALL
 SELECT g.logo_media_id AS media_id,
    'community'::text AS kind,
    g.id AS content_id,
    'logo'::text AS slot,
    0::smallint AS sort_order,
    NULL::text AS state
   FROM community g
  WHERE g.logo_media_id IS NOT NULL
UNION ALL
 SELECT g.banner_media_id AS media_id,
    'community'::text AS kind,
    g.id AS content_id,
    'banner'::text AS slot,
    1::smallint AS sort_order,
    NULL::text AS state
   FROM community g
  WHERE g.banner_media_id IS NOT NULL
UNION ALL
 SELECT t.logo_media_id AS media_id,
    'target'::text AS kind,
    t.id AS content_id,
    'logo'::text AS slot,
    0::smallint AS sort_order,
    NULL::text AS state
   FROM target t
  WHERE t.logo_media_id IS NOT NULL
UNION ALL
 SELECT a.media_id,
    'update'::text AS kind,
    a.update_id AS content_id,
    'attachment'::text AS slot,
    a.sort_order,
    NULL::text AS state
   FROM attachment a
  WHERE a.update_id IS NOT NULL
UNION ALL
 SELECT a.media_id,
    'comment'::text AS kind,
    a.comment_id AS content_id,
    'attachment'::text AS slot,
    a.sort_order,
    NULL::text AS state
   FROM attachment a
  WHERE a.comment_id IS NOT NULL
UNION ALL
 SELECT a.media_id,
    'post'::text AS kind,
    a.post_id AS content_id,
    'attachment'::text AS slot,
    a.sort_order,
    NULL::text AS state
   FROM attachment a
  WHERE a.post_id IS NOT NULL
UNION ALL
 SELECT h.media_id,
    h.kind,
    h.content_id,
    h.slot,
    h.sort_order,
    h.state
   FROM moderated_picture h;
COMMENT ON VIEW picture_place IS 'The content that shows each picture, or showed it until the picture or the profile was hidden or removed (state).';

CREATE VIEW reportable_content AS
 SELECT 'campaign'::text AS kind,
    c.id,
    c.creator_id AS author_id,
    NULL::uuid AS community_id,
    c.title,
    (c.summary || '
'::text) || c.why_it_matters AS body,
    '/campaigns/'::text || c.slug AS path,
    c.updated_at AS changed_at,
    c.moderation,
    c.id AS campaign_id
   FROM campaign c
  WHERE c.status <> 'draft'::text
UNION ALL
 SELECT 'comment'::text AS kind,
    s.id,
    s.author_id,
    NULL::uuid AS community_id,
    c.title,
    s.body,
    (('/campaigns/'::text || c.slug) || '?tab=discussion&commentId='::text) || s.id AS path,
    s.updated_at AS changed_at,
    s.moderation,
    c.id AS campaign_id
   FROM comment s
     JOIN campaign c ON c.id = s.campaign_id
  WHERE (s.removed_at IS NULL OR s.moderation IS NOT NULL) AND c.status <> 'draft'::text
UNION ALL
 SELECT 'comment'::text AS kind,
    s.id,
    s.author_id,
    g.id AS community_id,
    g.name AS title,
    s.body,
    (((('/communities/'::text || g.slug) || '?postId='::text) || p.id) || '&commentId='::text) || s.id AS path,
    s.updated_at AS changed_at,
    s.moderation,
    NULL::uuid AS campaign_id
   FROM comment s
     JOIN community_post p ON p.id = s.post_id
     JOIN community g ON g.id = p.community_id
  WHERE s.removed_at IS NULL OR s.moderation IS NOT NULL
UNION ALL
 SELECT 'update'::text AS kind,
    u.id,
    u.creator_id AS author_id,
    NULL::uuid AS community_id,
    c.title,
    (u.title || '
'::text) || u.body AS body,
    (('/campaigns/'::text || c.slug) || '?tab=updates&updateId='::text) || u.id AS path,
    u.created_at AS changed_at,
    u.moderation,
    c.id AS campaign_id
   FROM campaign_update u
     JOIN campaign c ON c.id = u.campaign_id
  WHERE c.status <> 'draft'::text
UNION ALL
 SELECT 'chat_message'::text AS kind,
    m.id,
    m.author_id,
    NULL::uuid AS community_id,
    c.title,
    m.body,
    '/campaigns/'::text || c.slug AS path,
    m.created_at AS changed_at,
    m.moderation,
    c.id AS campaign_id
   FROM campaign_chat_message m
     JOIN campaign c ON c.id = m.campaign_id
  WHERE c.status <> 'draft'::text
UNION ALL
 SELECT 'post'::text AS kind,
    p.id,
    p.author_id,
    g.id AS community_id,
    g.name AS title,
    (p.title || '
'::text) || p.body AS body,
    (('/communities/'::text || g.slug) || '?postId='::text) || p.id AS path,
    p.updated_at AS changed_at,
    p.moderation,
    NULL::uuid AS campaign_id
   FROM community_post p
     JOIN community g ON g.id = p.community_id
UNION ALL
 SELECT 'community'::text AS kind,
    g.id,
    g.owner_user_id AS author_id,
    NULL::uuid AS community_id,
    g.name AS title,
    g.description AS body,
    '/communities/'::text || g.slug AS path,
    g.updated_at AS changed_at,
    g.moderation,
    NULL::uuid AS campaign_id
   FROM community g
UNION ALL
 SELECT 'person'::text AS kind,
    q.id,
    q.id AS author_id,
    NULL::uuid AS community_id,
    q.display_name AS title,
    q.bio AS body,
    '/u/'::text || q.id AS path,
    q.profile_changed_at AS changed_at,
    ( SELECT h.state
           FROM moderated_profile h
          WHERE h.person_id = q.id) AS moderation,
    NULL::uuid AS campaign_id
   FROM person q
  WHERE q.deleted_at IS NULL
UNION ALL
 SELECT 'target'::text AS kind,
    t.id,
    NULL::uuid AS author_id,
    NULL::uuid AS community_id,
    t.name AS title,
    (t.description || '
'::text) || COALESCE(t.website_url, ''::text) AS body,
    '/targets/'::text || t.slug AS path,
    t.updated_at AS changed_at,
    NULL::text AS moderation,
    NULL::uuid AS campaign_id
   FROM target t
UNION ALL
 SELECT 'company_statement'::text AS kind,
    s.id,
    s.author_id,
    NULL::uuid AS community_id,
    c.title,
    s.body,
    '/campaigns/'::text || c.slug AS path,
    s.updated_at AS changed_at,
    s.moderation,
    c.id AS campaign_id
   FROM company_statement s
     JOIN campaign c ON c.id = s.campaign_id
  WHERE c.status <> 'draft'::text;
COMMENT ON VIEW reportable_content IS 'What can be reported, without pictures.';

CREATE VIEW reportable AS
 SELECT reportable_content.kind,
    reportable_content.id,
    reportable_content.author_id,
    reportable_content.community_id,
    reportable_content.title,
    reportable_content.body,
    reportable_content.path,
    reportable_content.changed_at,
    reportable_content.moderation,
    reportable_content.campaign_id
   FROM reportable_content
UNION ALL
 SELECT 'picture'::text AS kind,
    m.id,
    m.owner_id AS author_id,
    p.community_id,
    p.title,
    ''::text AS body,
    p.path,
    m.created_at AS changed_at,
    p.state AS moderation,
    p.campaign_id
   FROM media m
     CROSS JOIN LATERAL ( SELECT r.title,
            r.path,
            w.state,
            r.campaign_id,
                CASE w.slot
                    WHEN 'banner'::text THEN r.id
                    ELSE r.community_id
                END AS community_id
           FROM picture_place w
             CROSS JOIN LATERAL ( SELECT c.kind,
                    c.id,
                    c.author_id,
                    c.community_id,
                    c.title,
                    c.body,
                    c.path,
                    c.changed_at,
                    c.moderation,
                    c.campaign_id
                   FROM reportable_content c
                  WHERE c.kind = w.kind AND c.id = w.content_id
                 OFFSET 0) r
          WHERE w.media_id = m.id
          ORDER BY r.changed_at, r.id
         LIMIT 1) p;
COMMENT ON VIEW reportable IS 'What can be reported. It contains what moderators have hidden, and the content of private communities (community_id): check who may see a row.';

CREATE VIEW community_case AS
 SELECT k.id,
    k.community_id,
    k.subject_kind,
    k.subject_id,
    k.opened_at,
    k.reporters,
    k.weight,
    k.claimed_by,
    k.claimed_until,
    r.author_id,
    r.changed_at
   FROM report_case k
     CROSS JOIN LATERAL ( SELECT c.author_id,
            c.community_id,
            c.changed_at,
            c.moderation
           FROM reportable c
          WHERE (c.kind = ANY (ARRAY['post'::text, 'comment'::text])) AND c.kind = k.subject_kind AND c.id = k.subject_id
         OFFSET 0) r
  WHERE (k.subject_kind = ANY (ARRAY['post'::text, 'comment'::text])) AND k.opened_at IS NOT NULL AND k.reporters > 0 AND k.community_id IS NOT NULL AND r.community_id = k.community_id AND r.moderation IS NULL AND NOT k.is_kept_by_mods AND NOT (EXISTS ( SELECT
           FROM report o
          WHERE o.case_id = k.id AND o.closed_at IS NULL AND (o.reason = ANY (ARRAY['harassment'::text, 'illegal'::text])))) AND NOT (EXISTS ( SELECT
           FROM community_member m
          WHERE m.community_id = k.community_id AND m.person_id = r.author_id AND m.status = 'active'::text AND (m.role = ANY (ARRAY['owner'::text, 'mod'::text]))));
COMMENT ON VIEW community_case IS 'Open cases about which the owner and mods of their community may decide. Check who asks, and whether they may see the content.';

CREATE VIEW moderator_work AS
 SELECT 'appeals'::text AS page,
    created_at AS since
   FROM moderation_appeal
  WHERE decided_at IS NULL
UNION ALL
 SELECT 'companies'::text AS page,
    COALESCE(r.verified_at, r.created_at) AS since
   FROM representative r
  WHERE r.state = ANY (ARRAY['waiting'::text, 'suspended'::text])
UNION ALL
 SELECT 'joins'::text AS page,
    min(g.held_at) + '72:00:00'::interval AS since
   FROM ( SELECT s.campaign_id,
            s.held_at,
            join_group(s.campaign_id, s.network) AS network
           FROM join_signal s
             JOIN pledge p USING (campaign_id, person_id)
          WHERE s.held_at IS NOT NULL AND NOT s.is_let_in AND p.state = 'review'::text) g
  GROUP BY g.campaign_id, g.network
UNION ALL
 SELECT 'joins'::text AS page,
    min(c.look_asked_at) AS since
   FROM pledge_correction c
     JOIN invalidation i ON i.id = c.invalidation_id
  WHERE c.look_asked_at IS NOT NULL AND c.look_answered_at IS NULL AND NOT i.is_held AND (i.state = ANY (ARRAY['done'::text, 'stopped'::text, 'partly_undone'::text])) AND i.created_at > (now() - '90 days'::interval)
  GROUP BY i.id
UNION ALL
 SELECT 'joins'::text AS page,
    i.created_at AS since
   FROM invalidation i
  WHERE i.state = 'proposed'::text;
COMMENT ON VIEW moderator_work IS 'Open appeals, claims of companies, bursts whose people were notified, and invalidations with requests for a look or without consent.';
