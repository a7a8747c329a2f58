ALTER TABLE "media" ADD COLUMN "work" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media_files" ADD COLUMN "sealed" text;--> statement-breakpoint
CREATE INDEX "media_work" ON "media" USING btree ("work") WHERE work is not null;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_work_known" CHECK (work in ('prepare', 'stream'));