comment on column demand.made_by is 'The person, company, court or authority that made the demand. Every answer of the site leaves it out unless is_named is true.';
