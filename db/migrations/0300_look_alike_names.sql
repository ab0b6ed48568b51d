-- Finds names that look the same: "Nestlé", "NESTLE Inc." and "Nеstlе" with Cyrillic letters have one key. It is a coarser skeleton than that of
-- Unicode's UTS #39. The letters are those of src/features/accounts/server/confusables.txt (UTS #39, version 10.0) that look like one ASCII
-- letter or digit, and the small letters of such capitals. The order of the steps matters, because some of them depend on case.
create function public.look_alike_key(given text) returns text language sql immutable parallel safe strict as $function$
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

create function public.keep_name_key() returns trigger language plpgsql as $function$
begin
  new.name_key := public.look_alike_key(new.name);
  return new;
end $function$;

alter table target add column name_key text not null default '';
alter table industry add column name_key text not null default '';
alter table cause add column name_key text not null default '';
comment on column target.name_key is 'The key of the name: names that look alike have the same key. If an older target has the same key, the id of this one is appended.';

-- Look-alikes from before get a key of their own, so that moderators can merge them.
update target t set name_key = k.name_key from (
  select id, key || case when row_number() over (partition by key order by created_at, id) = 1 then '' else '#' || id end as name_key
  from (select id, created_at, public.look_alike_key(name) as key from target) n) k where k.id = t.id;
update industry t set name_key = k.name_key from (
  select id, key || case when row_number() over (partition by key order by created_at, id) = 1 then '' else '#' || id end as name_key
  from (select id, created_at, public.look_alike_key(name) as key from industry) n) k where k.id = t.id;
update cause t set name_key = k.name_key from (
  select id, key || case when row_number() over (partition by key order by created_at, id) = 1 then '' else '#' || id end as name_key
  from (select id, created_at, public.look_alike_key(name) as key from cause) n) k where k.id = t.id;

alter table target add constraint target_name_key_key unique (name_key);
alter table industry add constraint industry_name_key_key unique (name_key);
alter table cause add constraint cause_name_key_key unique (name_key);

create trigger keep_name_key before insert or update of name on target for each row execute function keep_name_key();
create trigger keep_name_key before insert or update of name on industry for each row execute function keep_name_key();
create trigger keep_name_key before insert or update of name on cause for each row execute function keep_name_key();
