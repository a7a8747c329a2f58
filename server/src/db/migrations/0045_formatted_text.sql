ALTER TABLE "drafts" ADD COLUMN "is_formatted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "markdown" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "blocks" jsonb;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_markdown_length" CHECK (char_length(markdown) <= 20000);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_formatted_whole" CHECK ((markdown is null) = (blocks is null));