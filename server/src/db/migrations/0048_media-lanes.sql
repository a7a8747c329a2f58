ALTER TABLE "media_files" DROP CONSTRAINT "media_files_role_known";--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "lane" text DEFAULT 'quick' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_lane_known" CHECK (lane in ('quick', 'medium', 'long'));--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_role_known" CHECK (role in ('source', 'whole', 'size', 'poster', 'strip', 'stream', 'captions', 'attachment'));