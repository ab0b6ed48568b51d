# Garage, a store of the S3 protocol, for the profile "s3" of compose.yaml. Its own image has no folder that another user than root may write to.

FROM node:24.21.0-bookworm-slim AS folders
RUN install -d -o 1000 -g 1000 -m 0700 /folders/var/lib/garage

FROM dxflrs/garage:v2.4.1
COPY --from=folders --chown=1000:1000 /folders/ /
COPY deploy/garage.toml /etc/garage.toml
USER 1000:1000
VOLUME /var/lib/garage
EXPOSE 3900
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["/garage", "status"]
CMD ["/garage", "server", "--single-node", "--default-bucket"]
