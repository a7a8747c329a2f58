CREATE TABLE "gate_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"campaign" text NOT NULL,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "gate_codes_code_form" CHECK (code ~ '^[a-z0-9-]{4,40}$'),
	CONSTRAINT "gate_codes_name_length" CHECK (char_length(name) between 1 and 80 and char_length(campaign) <= 80),
	CONSTRAINT "gate_codes_uses_within_limit" CHECK (uses >= 0 and max_uses > 0 and uses <= max_uses)
);
--> statement-breakpoint
CREATE TABLE "gate_settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"has_waitlist" boolean NOT NULL,
	CONSTRAINT "gate_settings_one_row" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "gate_waitlist" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"emailed_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"wave" integer,
	"invited_at" timestamp (3) with time zone,
	"entered_at" timestamp (3) with time zone,
	CONSTRAINT "gate_waitlist_email_lower" CHECK (email = lower(email) and length(email) <= 254),
	CONSTRAINT "gate_waitlist_invited_in_wave" CHECK ((wave is null) = (invited_at is null)),
	CONSTRAINT "gate_waitlist_invited_confirmed" CHECK (invited_at is null or confirmed_at is not null),
	CONSTRAINT "gate_waitlist_entered_invited" CHECK (entered_at is null or invited_at is not null)
);
--> statement-breakpoint
CREATE TABLE "member_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"signup_id" uuid,
	"person_id" uuid,
	"campaign" text,
	"referrer" text NOT NULL,
	"teaser" text,
	"gate" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "member_sources_whose" CHECK ((signup_id is null) <> (person_id is null)),
	CONSTRAINT "member_sources_lengths" CHECK (char_length(campaign) <= 300 and char_length(referrer) <= 300 and char_length(teaser) <= 300 and char_length(gate) <= 300)
);
--> statement-breakpoint
CREATE TABLE "source_visits" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "source_visits_day_kind_value_pk" PRIMARY KEY("day","kind","value"),
	CONSTRAINT "source_visits_kind_known" CHECK (kind in ('campaign', 'referrer', 'teaser', 'gate')),
	CONSTRAINT "source_visits_value_length" CHECK (char_length(value) <= 300),
	CONSTRAINT "source_visits_counted" CHECK (visits > 0)
);
--> statement-breakpoint
ALTER TABLE "member_sources" ADD CONSTRAINT "member_sources_signup_id_pending_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "public"."pending_signups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_sources" ADD CONSTRAINT "member_sources_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "gate_codes_code_key" ON "gate_codes" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "gate_waitlist_email_key" ON "gate_waitlist" USING btree ("email");--> statement-breakpoint
CREATE INDEX "gate_waitlist_waiting" ON "gate_waitlist" USING btree ("confirmed_at","id") WHERE confirmed_at is not null and invited_at is null;--> statement-breakpoint
CREATE INDEX "gate_waitlist_invited" ON "gate_waitlist" USING btree ("wave");--> statement-breakpoint
CREATE UNIQUE INDEX "member_sources_signup_key" ON "member_sources" USING btree ("signup_id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_sources_person_key" ON "member_sources" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "member_sources_campaign" ON "member_sources" USING btree ("campaign");--> statement-breakpoint
CREATE INDEX "member_sources_referrer" ON "member_sources" USING btree ("referrer");--> statement-breakpoint
CREATE INDEX "member_sources_teaser" ON "member_sources" USING btree ("teaser");--> statement-breakpoint
CREATE INDEX "member_sources_gate" ON "member_sources" USING btree ("gate");