DROP INDEX "comments_oldest";--> statement-breakpoint
DROP INDEX "comments_replies";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "inbox_of" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_inbox_of_people_id_fk" FOREIGN KEY ("inbox_of") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_post" ON "comments" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "comments_inbox" ON "comments" USING btree ("inbox_of","created_at","id") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "comments_inbox_of" ON "comments" USING btree ("inbox_of");--> statement-breakpoint
CREATE INDEX "comments_oldest" ON "comments" USING btree ("post_id","created_at","id") WHERE reply_to_id is null;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("reply_to_id","created_at","id");--> statement-breakpoint
UPDATE "comments" SET "inbox_of" = "posts"."creator_id" FROM "posts" WHERE "posts"."id" = "comments"."post_id" AND "posts"."creator_id" <> "comments"."person_id";
