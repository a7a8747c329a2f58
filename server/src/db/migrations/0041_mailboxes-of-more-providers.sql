-- The mailbox behind an address: lower case and without a plus tag; what its provider ignores is left out, and the
-- provider has one name.
CREATE OR REPLACE FUNCTION normalized_email(email text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN parts.domain IN ('gmail.com', 'googlemail.com') THEN
      coalesce(nullif(replace(parts.base, '.', ''), ''), parts.base) || '@gmail.com'
    WHEN parts.domain IN ('icloud.com', 'me.com', 'mac.com') THEN parts.base || '@icloud.com'
    WHEN parts.domain IN ('proton.me', 'protonmail.com', 'pm.me') THEN
      coalesce(nullif(translate(parts.base, '.-_', ''), ''), parts.base) || '@proton.me'
    WHEN parts.domain IN ('yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'ya.ru') THEN
      replace(parts.base, '.', '-') || '@yandex.ru'
    ELSE parts.base || '@' || parts.domain
  END
  FROM (
    SELECT
      coalesce(nullif(split_part(split_part(lower(email), '@', 1), '+', 1), ''), split_part(lower(email), '@', 1)) AS base,
      split_part(lower(email), '@', 2) AS domain
  ) AS parts
$$;
--> statement-breakpoint
REINDEX INDEX people_normalized_email;
