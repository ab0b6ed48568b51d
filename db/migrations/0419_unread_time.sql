-- Nothing reads when a picture was moved: the decision about it has the time.
alter table moderated_picture drop column created_at;
