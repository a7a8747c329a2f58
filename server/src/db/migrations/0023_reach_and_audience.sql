CREATE TABLE "audience_answers" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"age_band" text,
	"country" text,
	"told_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audience_answers_age_band_known" CHECK (age_band in ('18-24', '25-34', '35-44', '45-54', '55-64', '65+')),
	CONSTRAINT "audience_answers_country_form" CHECK (country ~ '^[A-Z]{2}$'),
	CONSTRAINT "audience_answers_something_told" CHECK (age_band is not null or country is not null)
);
--> statement-breakpoint
CREATE TABLE "post_watches" (
	"post_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"day" date NOT NULL,
	"seconds" integer NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "post_watches_post_id_person_id_day_pk" PRIMARY KEY("post_id","person_id","day"),
	CONSTRAINT "post_watches_seconds_of_a_day" CHECK (seconds between 0 and 86400)
);
--> statement-breakpoint
ALTER TABLE "audience_answers" ADD CONSTRAINT "audience_answers_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_watches" ADD CONSTRAINT "post_watches_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_watches" ADD CONSTRAINT "post_watches_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_watches_person" ON "post_watches" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "comments_lately" ON "comments" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "likes_lately" ON "likes" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "tips_lately" ON "tips" USING brin ("created_at");