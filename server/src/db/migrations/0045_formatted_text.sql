ALTER TABLE "posts" ADD COLUMN "markdown" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "blocks" jsonb;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_markdown_length" CHECK (char_length(markdown) <= 20000);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_formatted_whole" CHECK ((markdown is null) = (blocks is null));--> statement-breakpoint
-- Drafts were plain text and are Markdown from now on: escape what would become formatting.
UPDATE "drafts" SET "content" = escaped.content
FROM (
  SELECT id, regexp_replace(regexp_replace(regexp_replace(regexp_replace(content,
    '[\\`*_\[\]<>&#!]', '\\\&', 'g'), '^[ \t]+', '', 'gn'), '^[-+=~]', '\\\&', 'gn'), '^(\d{1,9})([.)])', '\1\\\2', 'gn') AS content
  FROM "drafts"
) AS escaped
WHERE escaped.id = "drafts".id AND escaped.content <> "drafts"."content" AND char_length(escaped.content) <= 20000;
