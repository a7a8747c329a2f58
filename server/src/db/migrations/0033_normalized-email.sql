-- The mailbox behind an address: lower case, without a plus tag, and without Gmail's dots.
CREATE FUNCTION normalized_email(email text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN parts.domain IN ('gmail.com', 'googlemail.com') THEN
      coalesce(nullif(replace(parts.base, '.', ''), ''), parts.base) || '@gmail.com'
    ELSE parts.base || '@' || parts.domain
  END
  FROM (
    SELECT
      coalesce(nullif(split_part(split_part(lower(email), '@', 1), '+', 1), ''), split_part(lower(email), '@', 1)) AS base,
      split_part(lower(email), '@', 2) AS domain
  ) AS parts
$$;
--> statement-breakpoint
CREATE INDEX people_normalized_email ON people (normalized_email(email));
