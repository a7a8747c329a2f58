CREATE TABLE "rehearsal_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"leap" text NOT NULL,
	"state" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"reached_at" timestamp (3) with time zone NOT NULL,
	"counted_before" jsonb NOT NULL,
	"happened" jsonb,
	CONSTRAINT "rehearsal_runs_leap_known" CHECK (leap in ('day', 'month', 'year')),
	CONSTRAINT "rehearsal_runs_state_known" CHECK (state in ('running', 'done', 'interrupted', 'failed')),
	CONSTRAINT "rehearsal_runs_forward" CHECK (from_at < to_at and reached_at between from_at and to_at),
	CONSTRAINT "rehearsal_runs_ended_has_counts" CHECK ((state = 'running') = (happened is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "rehearsal_runs_one_running" ON "rehearsal_runs" USING btree ("state") WHERE state = 'running';