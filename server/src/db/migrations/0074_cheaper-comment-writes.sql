-- The index comments_client begins with the person.
DROP INDEX "comments_person";--> statement-breakpoint
DROP INDEX "comments_replies";--> statement-breakpoint
ALTER INDEX "comment_words_found" SET (fastupdate = on, gin_pending_list_limit = 64);--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("reply_to_id","created_at","id") WHERE reply_to_id is not null;
