CREATE TABLE "site_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer,
	"settings" jsonb NOT NULL,
	"changed" text[] NOT NULL,
	"restored" integer,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_versions_number_unique" UNIQUE("number"),
	CONSTRAINT "site_versions_number_positive" CHECK (number > 0),
	CONSTRAINT "site_versions_settings_object" CHECK (jsonb_typeof(settings) = 'object'),
	CONSTRAINT "site_versions_restored_earlier" CHECK (restored >= 0 and restored < number)
);
--> statement-breakpoint
ALTER TABLE "site_versions" ADD CONSTRAINT "site_versions_by_id_people_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "site_versions_one_draft" ON "site_versions" USING btree (("number" is null)) WHERE "site_versions"."number" is null;