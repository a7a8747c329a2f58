CREATE TABLE "insight_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "insight_changes_source_known" CHECK (source in ('money', 'members'))
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
ALTER TABLE "membership_movements" ADD CONSTRAINT "membership_movements_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_movements" ADD CONSTRAINT "membership_movements_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "membership_movements_membership" ON "membership_movements" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "membership_movements_person" ON "membership_movements" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "membership_movements_happened" ON "membership_movements" USING btree ("happened_at","id");