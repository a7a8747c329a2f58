CREATE TABLE "departures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"message" text,
	"state" text NOT NULL,
	"confirm_token_hash" text,
	"undo_token_hash" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"confirm_by" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"billing_ended_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"email" text,
	"first_name" text,
	CONSTRAINT "departures_state_known" CHECK (state in ('requested', 'confirmed', 'erasing', 'done', 'undone', 'lapsed')),
	CONSTRAINT "departures_message_length" CHECK (char_length(message) between 1 and 2000),
	CONSTRAINT "departures_due_once_confirmed" CHECK ((confirmed_at is null) = (due_at is null)),
	CONSTRAINT "departures_confirmed_has_time" CHECK (state not in ('confirmed', 'erasing', 'done') or confirmed_at is not null),
	CONSTRAINT "departures_ended_has_time" CHECK ((state in ('done', 'undone', 'lapsed')) = (ended_at is not null)),
	CONSTRAINT "departures_address_only_to_tell" CHECK (email is null or state = 'erasing')
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "departures" ADD CONSTRAINT "departures_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "departures_one_living" ON "departures" USING btree ("person_id") WHERE state in ('requested', 'confirmed', 'erasing');--> statement-breakpoint
CREATE UNIQUE INDEX "departures_confirm_token_key" ON "departures" USING btree ("confirm_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "departures_undo_token_key" ON "departures" USING btree ("undo_token_hash");--> statement-breakpoint
CREATE INDEX "departures_person" ON "departures" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "departures_newest" ON "departures" USING btree ("requested_at","id");