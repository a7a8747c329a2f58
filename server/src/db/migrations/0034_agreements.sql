CREATE TABLE "agreements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"text_name" text NOT NULL,
	"text_version" integer NOT NULL,
	"screen" text NOT NULL,
	"agreed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agreements_screen_known" CHECK (screen in ('signup', 'subscribe', 'invitation'))
);
--> statement-breakpoint
CREATE TABLE "text_versions" (
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"hash" text NOT NULL,
	"body" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"announced_at" timestamp (3) with time zone,
	CONSTRAINT "text_versions_name_version_pk" PRIMARY KEY("name","version"),
	CONSTRAINT "text_versions_name_known" CHECK (name in ('terms', 'privacy', 'rules')),
	CONSTRAINT "text_versions_version_positive" CHECK (version > 0),
	CONSTRAINT "text_versions_hash_length" CHECK (length(hash) = 64),
	CONSTRAINT "text_versions_body_length" CHECK (length(body) between 1 and 1000000)
);
--> statement-breakpoint
ALTER TABLE "pending_signups" ADD COLUMN "agreed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_text_fk" FOREIGN KEY ("text_name","text_version") REFERENCES "public"."text_versions"("name","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agreements_person" ON "agreements" USING btree ("person_id","agreed_at");--> statement-breakpoint
CREATE INDEX "agreements_text" ON "agreements" USING btree ("text_name","text_version");