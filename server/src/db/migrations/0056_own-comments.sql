CREATE TABLE "comment_likes" (
	"comment_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "comment_likes_comment_id_person_id_pk" PRIMARY KEY("comment_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "comment_versions" (
	"comment_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "comment_versions_comment_id_version_pk" PRIMARY KEY("comment_id","version"),
	CONSTRAINT "comment_versions_content_length" CHECK (char_length(content) between 1 and 2000)
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "is_withdrawn" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "is_pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "comment_likes" ADD CONSTRAINT "comment_likes_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_likes" ADD CONSTRAINT "comment_likes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_versions" ADD CONSTRAINT "comment_versions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_likes_person" ON "comment_likes" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "comments_answers" ON "comments" USING btree ("reply_to_id","person_id") WHERE reply_to_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_one_pinned" ON "comments" USING btree ("post_id") WHERE is_pinned;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_edited" CHECK ((version = 1) = (edited_at is null));--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_withdrawn_is_removed" CHECK (not is_withdrawn or removed_at is not null);--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_pinned_is_shown" CHECK (not is_pinned or (reply_to_id is null and removed_at is null));