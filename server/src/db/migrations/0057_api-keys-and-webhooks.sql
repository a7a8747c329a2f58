CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"rights" text[] NOT NULL,
	"secret_hash" text NOT NULL,
	"ending" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_rights_known" CHECK (rights <@ array['members:read', 'posts:read', 'money:read', 'gate:manage'] and cardinality(rights) between 1 and 20),
	CONSTRAINT "api_keys_name_length" CHECK (char_length(name) between 1 and 80),
	CONSTRAINT "api_keys_ending_length" CHECK (char_length(ending) = 4)
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"type" text NOT NULL,
	"person_id" uuid,
	"data" jsonb NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"last_attempt_at" timestamp (3) with time zone,
	"response_status" integer,
	"problem" text,
	CONSTRAINT "webhook_deliveries_type_known" CHECK (type in ('member.joined', 'member.left', 'payment.received', 'payment.refunded', 'post.published', 'comment.created', 'test')),
	CONSTRAINT "webhook_deliveries_state_known" CHECK (state in ('waiting', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_data_small" CHECK (jsonb_typeof(data) = 'object' and length(data::text) <= 2000),
	CONSTRAINT "webhook_deliveries_attempts_not_negative" CHECK (attempts >= 0),
	CONSTRAINT "webhook_deliveries_status_range" CHECK (response_status between 100 and 999),
	CONSTRAINT "webhook_deliveries_problem_length" CHECK (char_length(problem) between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"includes_email" boolean NOT NULL,
	"sealed_secret" text NOT NULL,
	"previous_sealed_secret" text,
	"previous_secret_until" timestamp (3) with time zone,
	"state" text DEFAULT 'on' NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_endpoints_state_known" CHECK (state in ('on', 'off', 'disabled')),
	CONSTRAINT "webhook_endpoints_events_known" CHECK (events <@ array['member.joined', 'member.left', 'payment.received', 'payment.refunded', 'post.published', 'comment.created'] and cardinality(events) between 1 and 50),
	CONSTRAINT "webhook_endpoints_url_length" CHECK (char_length(url) between 1 and 500),
	CONSTRAINT "webhook_endpoints_previous_secret_ends" CHECK ((previous_sealed_secret is null) = (previous_secret_until is null))
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_people_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_secret_key" ON "api_keys" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "api_keys_created_by" ON "api_keys" USING btree ("created_by");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("endpoint_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("endpoint_id","event_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_person" ON "webhook_deliveries" USING btree ("endpoint_id","person_id","event_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_next_attempt" ON "webhook_deliveries" USING btree ("next_attempt_at");