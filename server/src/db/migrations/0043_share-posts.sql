ALTER TABLE "drafts" ADD COLUMN "sharing" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "sharing" text DEFAULT 'title' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "sharing" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_sharing_known" CHECK (sharing in ('off', 'title', 'teaser'));--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_sharing_known" CHECK (sharing in ('off', 'title', 'teaser'));--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_sharing_known" CHECK (sharing in ('off', 'title', 'teaser'));