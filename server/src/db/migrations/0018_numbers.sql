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
CREATE TABLE "audience_shown" (
	"question" text PRIMARY KEY NOT NULL,
	"members" integer NOT NULL,
	"groups" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audience_shown_question_known" CHECK (question in ('age', 'country'))
);
--> statement-breakpoint
CREATE TABLE "insight_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "insight_changes_source_known" CHECK (source in ('money', 'members'))
);
--> statement-breakpoint
CREATE TABLE "insight_counting" (
	"is_it" boolean PRIMARY KEY NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "insight_counting_one_row" CHECK (is_it)
);
--> statement-breakpoint
CREATE TABLE "insight_member_days" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"joined_month" date NOT NULL,
	"count" integer NOT NULL,
	"members" integer NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "insight_member_days_day_kind_joined_month_pk" PRIMARY KEY("day","kind","joined_month"),
	CONSTRAINT "insight_member_days_kind_known" CHECK (kind in ('new', 'returning', 'recovered', 'repriced', 'lost_by_choice', 'lost_by_failed_payment', 'taken_back'))
);
--> statement-breakpoint
CREATE TABLE "insight_money_days" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"gross_cents" bigint NOT NULL,
	"creator_cents" bigint NOT NULL,
	CONSTRAINT "insight_money_days_day_kind_pk" PRIMARY KEY("day","kind"),
	CONSTRAINT "insight_money_days_kind_known" CHECK (kind in ('subscription', 'tip', 'refund', 'refund_failed', 'dispute', 'dispute_reversed', 'provider_fee', 'provider_payout', 'payout', 'payout_paid', 'payout_reversed'))
);
--> statement-breakpoint
CREATE TABLE "post_reaches" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"reached" integer NOT NULL,
	"members" integer NOT NULL,
	"watched_seconds" bigint NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "reach_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"membership_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"members" smallint NOT NULL,
	"cents" integer NOT NULL,
	"joined_month" date NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "membership_movements_kind_known" CHECK (kind in ('new', 'returning', 'recovered', 'repriced', 'lost_by_choice', 'lost_by_failed_payment', 'taken_back')),
	CONSTRAINT "membership_movements_members_range" CHECK (members between -1 and 1),
	CONSTRAINT "membership_movements_moves" CHECK (members <> 0 or cents <> 0),
	CONSTRAINT "membership_movements_joined_first_day" CHECK (extract(day from joined_month) = 1)
);
--> statement-breakpoint
ALTER TABLE "audience_answers" ADD CONSTRAINT "audience_answers_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_reaches" ADD CONSTRAINT "post_reaches_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_watches" ADD CONSTRAINT "post_watches_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_watches" ADD CONSTRAINT "post_watches_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_movements" ADD CONSTRAINT "membership_movements_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_movements" ADD CONSTRAINT "membership_movements_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_watches_person" ON "post_watches" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "membership_movements_membership" ON "membership_movements" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "membership_movements_person" ON "membership_movements" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "membership_movements_happened" ON "membership_movements" USING btree ("happened_at","id");--> statement-breakpoint
CREATE INDEX "membership_movements_joined" ON "membership_movements" USING btree ("joined_month","happened_at","id");--> statement-breakpoint
CREATE INDEX "comments_lately" ON "comments" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "likes_lately" ON "likes" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "memberships_running" ON "memberships" USING btree ("started_at","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "memberships_owing" ON "memberships" USING btree ("unpaid_since") WHERE is_current and ended_at is null and status in ('past_due', 'unpaid');--> statement-breakpoint
CREATE INDEX "tips_lately" ON "tips" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "tips_to_heart" ON "tips" USING btree ("to_person_id","created_at","id") WHERE status = 'completed' and not is_acknowledged;