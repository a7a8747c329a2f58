CREATE TABLE "caption_cues" (
	"media_id" text NOT NULL,
	"variant" text NOT NULL,
	"number" integer NOT NULL,
	"seconds" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "caption_cues_media_id_variant_number_pk" PRIMARY KEY("media_id","variant","number")
);
--> statement-breakpoint
CREATE TABLE "comment_words" (
	"comment_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "caption_cues" ADD CONSTRAINT "caption_cues_file" FOREIGN KEY ("media_id","variant") REFERENCES "public"."media_files"("media_id","variant") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_words" ADD CONSTRAINT "comment_words_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A reference to a mentioned person, as in @{1}, is no word.
CREATE FUNCTION comment_search_words(said text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT search_words(regexp_replace(said, '@(\{\})*\{[0-9]{1,4}\}', ' ', 'g'))
$$;
--> statement-breakpoint
CREATE FUNCTION comment_words_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.removed_at IS NOT NULL THEN
    DELETE FROM comment_words WHERE comment_id = NEW.id;
  ELSE
    INSERT INTO comment_words (comment_id, created_at, words)
    VALUES (NEW.id, NEW.created_at, comment_search_words(NEW.content))
    ON CONFLICT (comment_id) DO UPDATE SET words = excluded.words;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER comment_words_added AFTER INSERT ON comments
  FOR EACH ROW EXECUTE FUNCTION comment_words_follow();
--> statement-breakpoint
CREATE TRIGGER comment_words_changed AFTER UPDATE OF content, removed_at ON comments FOR EACH ROW
  WHEN (OLD.content <> NEW.content OR OLD.removed_at IS DISTINCT FROM NEW.removed_at)
  EXECUTE FUNCTION comment_words_follow();
--> statement-breakpoint
INSERT INTO comment_words (comment_id, created_at, words)
  SELECT id, created_at, comment_search_words(content) FROM comments WHERE removed_at IS NULL
  ORDER BY created_at, id;
--> statement-breakpoint
CREATE INDEX "caption_cues_newest" ON "caption_cues" USING btree ("created_at" DESC NULLS FIRST,"media_id","variant","number");--> statement-breakpoint
CREATE INDEX "caption_cues_found" ON "caption_cues" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "comment_words_newest" ON "comment_words" USING btree ("created_at","comment_id");--> statement-breakpoint
CREATE INDEX "comment_words_found" ON "comment_words" USING gin ("words") WITH (fastupdate=false);