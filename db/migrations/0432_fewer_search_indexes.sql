-- Titles are tested on rows that were found by other means, and beginnings of words are no longer looked up in the dictionary.
drop index campaign_title_words;
drop index community_name_words;
drop index search_word_bytes;
