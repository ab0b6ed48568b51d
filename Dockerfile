# Holdout in a container. How to run it: docs/OPERATING.md, "In containers".

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/runtime.mjs scripts/packages.mjs scripts/
RUN node scripts/packages.mjs
COPY LICENSE README.md CHANGELOG.md brand.json tsconfig.json vite.config.ts ./
COPY db db
COPY messages messages
COPY project.inlang project.inlang
COPY public public
COPY scripts scripts
COPY src src
RUN node scripts/build.mjs
# The image has the same Node already, so the packaged one would only make it larger.
RUN npm prune --omit=dev --no-save --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node-linux-*

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# A new volume takes over the owner of the folder that it covers.
RUN install -d -o node -g node -m 0700 /data
WORKDIR /app
COPY --from=build /app ./
# The user node, by number, because Kubernetes cannot tell from a name that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=2m --retries=3 CMD ["node", "scripts/ready.mjs"]
CMD ["node", "scripts/start.mjs"]
