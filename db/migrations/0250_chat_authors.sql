-- Finds a person's messages: those that a suspension hides, and whether somebody who has blocked a reader has written in a chat.
create index on campaign_chat_message (author_id, campaign_id);
