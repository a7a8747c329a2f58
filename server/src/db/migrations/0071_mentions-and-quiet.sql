CREATE TABLE "comment_mentions" (
	"comment_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"person_id" uuid,
	CONSTRAINT "comment_mentions_comment_id_number_pk" PRIMARY KEY("comment_id","number")
);
--> statement-breakpoint
CREATE TABLE "hidden_people" (
	"person_id" uuid NOT NULL,
	"hidden_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "hidden_people_person_id_hidden_id_pk" PRIMARY KEY("person_id","hidden_id"),
	CONSTRAINT "hidden_people_others" CHECK (person_id <> hidden_id)
);
--> statement-breakpoint
CREATE TABLE "muted_threads" (
	"person_id" uuid NOT NULL,
	"thread_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "muted_threads_person_id_thread_id_pk" PRIMARY KEY("person_id","thread_id")
);
--> statement-breakpoint
ALTER TABLE "held_comments" ADD COLUMN "mentions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_people" ADD CONSTRAINT "hidden_people_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_people" ADD CONSTRAINT "hidden_people_hidden_id_people_id_fk" FOREIGN KEY ("hidden_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_threads" ADD CONSTRAINT "muted_threads_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_threads" ADD CONSTRAINT "muted_threads_thread_id_comments_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_mentions_person" ON "comment_mentions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "hidden_people_hidden" ON "hidden_people" USING btree ("hidden_id");--> statement-breakpoint
CREATE INDEX "muted_threads_thread" ON "muted_threads" USING btree ("thread_id");--> statement-breakpoint
ALTER TABLE "held_comments" ADD CONSTRAINT "held_comments_mentions_list" CHECK (jsonb_typeof(mentions) = 'array');