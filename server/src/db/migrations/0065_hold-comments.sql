CREATE TABLE "held_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"reply_to_id" uuid,
	"client_id" uuid NOT NULL,
	"content" text NOT NULL,
	"words" text[] NOT NULL,
	"is_of_new_member" boolean NOT NULL,
	"state" text NOT NULL,
	"answer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "held_comments_state_known" CHECK (state in ('waiting', 'approved', 'rejected')),
	CONSTRAINT "held_comments_decided_has_time" CHECK ((state = 'waiting') = (decided_at is null)),
	CONSTRAINT "held_comments_content_length" CHECK (char_length(content) between 1 and 2000),
	CONSTRAINT "held_comments_answer_length" CHECK (char_length(answer) between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "hold_rules" (
	"id" integer PRIMARY KEY NOT NULL,
	"words" text[] NOT NULL,
	"first_comments" smallint NOT NULL,
	"young_days" smallint NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "hold_rules_one_row" CHECK (id = 1),
	CONSTRAINT "hold_rules_numbers" CHECK (first_comments >= 0 and young_days >= 0 and revision >= 1)
);
--> statement-breakpoint
ALTER TABLE "held_comments" ADD CONSTRAINT "held_comments_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_comments" ADD CONSTRAINT "held_comments_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_comments" ADD CONSTRAINT "held_comments_reply_to_id_comments_id_fk" FOREIGN KEY ("reply_to_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "held_comments_client" ON "held_comments" USING btree ("person_id","client_id");--> statement-breakpoint
CREATE INDEX "held_comments_waiting" ON "held_comments" USING btree ("created_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "held_comments_post" ON "held_comments" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "held_comments_reply_to" ON "held_comments" USING btree ("reply_to_id");--> statement-breakpoint
CREATE INDEX "held_comments_decided" ON "held_comments" USING btree ("decided_at") WHERE decided_at is not null;