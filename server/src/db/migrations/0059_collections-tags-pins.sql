CREATE TABLE "collection_posts" (
	"collection_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "collection_posts_collection_id_post_id_pk" PRIMARY KEY("collection_id","post_id"),
	CONSTRAINT "collection_posts_position_not_negative" CHECK (position >= 0)
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"ordering" text NOT NULL,
	"cover_post_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "collections_version_positive" CHECK (version > 0),
	CONSTRAINT "collections_title_length" CHECK (char_length(title) between 1 and 100),
	CONSTRAINT "collections_description_length" CHECK (char_length(description) <= 1000),
	CONSTRAINT "collections_ordering_known" CHECK (ordering in ('own', 'oldest'))
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "collection_ids" uuid[];--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "pinned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "collection_posts" ADD CONSTRAINT "collection_posts_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_posts" ADD CONSTRAINT "collection_posts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_creator_id_people_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_cover_post_id_posts_id_fk" FOREIGN KEY ("cover_post_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_posts_post" ON "collection_posts" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "collections_creator" ON "collections" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "collections_cover" ON "collections" USING btree ("cover_post_id");--> statement-breakpoint
CREATE INDEX "posts_pinned" ON "posts" USING btree ("pinned_at") WHERE pinned_at is not null;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_tags_count" CHECK (cardinality(tags) <= 10);--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_collections_count" CHECK (cardinality(collection_ids) <= 100);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_tags_count" CHECK (cardinality(tags) <= 10);