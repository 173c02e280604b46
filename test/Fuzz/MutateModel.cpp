//===- MutateModel.cpp - Mutations of ONNX models by their structure ------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What libFuzzer calls instead of its own mutator. Blind changes of bytes
// mostly damage the file's framing, and then only the wire reader is tested.
// These are changes of the message tree, found by protobuf reflection: a field
// gets an odd value, a name becomes another one of the model, an element of a
// list is taken away, doubled, moved, or a message is replaced by another of
// its type, also from a second model. What does not parse is left to libFuzzer.
//
//===----------------------------------------------------------------------===//

#include "onnx/onnx_pb.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

namespace {

class Mutator {
public:
  explicit Mutator(unsigned seed) : random(seed) {}

  void mutate(Message &root) {
    for (int count = 1 + below(4); count > 0; --count) {
      collect(root);
      if (!messages.empty())
        changeOne(*messages[below(messages.size())]);
    }
  }

  /// Puts a message of `donor` in the place of one of its type.
  void crossOver(Message &root, Message &donor) {
    collect(donor);
    std::vector<Message *> gifts = messages;
    collect(root);
    for (int attempt = 0; attempt < 32 && !gifts.empty(); ++attempt) {
      Message *gift = gifts[below(gifts.size())];
      Message *place = messages[below(messages.size())];
      if (gift->GetDescriptor() != place->GetDescriptor() || place == &root)
        continue;
      place->CopyFrom(*gift);
      return;
    }
  }

private:
  size_t below(size_t count) { return count ? random() % count : 0; }

  /// All messages below `root` and all strings in them.
  void collect(Message &root) {
    messages.clear();
    strings.clear();
    std::vector<Message *> work = {&root};
    while (!work.empty() && messages.size() < 20000) {
      Message *message = work.back();
      work.pop_back();
      messages.push_back(message);
      const Reflection *reflection = message->GetReflection();
      std::vector<const FieldDescriptor *> fields;
      reflection->ListFields(*message, &fields);
      for (const FieldDescriptor *field : fields) {
        bool isMessage = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
        bool isString = field->type() == FieldDescriptor::TYPE_STRING;
        if (field->is_repeated()) {
          for (int i = 0; i < reflection->FieldSize(*message, field); ++i)
            if (isMessage)
              work.push_back(
                  reflection->MutableRepeatedMessage(message, field, i));
            else if (isString)
              strings.push_back(
                  reflection->GetRepeatedString(*message, field, i));
        } else if (isMessage) {
          work.push_back(reflection->MutableMessage(message, field));
        } else if (isString) {
          strings.push_back(reflection->GetString(*message, field));
        }
      }
    }
  }

  void changeOne(Message &message) {
    const auto *type = message.GetDescriptor();
    if (type->field_count() == 0)
      return;
    // Fields that are there are mostly more telling than those that are not.
    std::vector<const FieldDescriptor *> present;
    message.GetReflection()->ListFields(message, &present);
    const FieldDescriptor *field = present.empty() || below(4) == 0
                                       ? type->field(below(type->field_count()))
                                       : present[below(present.size())];
    if (field->is_repeated())
      changeList(message, field);
    else
      changeSingle(message, field);
  }

  void changeList(Message &message, const FieldDescriptor *field) {
    const Reflection *reflection = message.GetReflection();
    int size = reflection->FieldSize(message, field);
    switch (size == 0 ? 3 : below(5)) {
    case 0: // one less
      reflection->SwapElements(&message, field, below(size), size - 1);
      reflection->RemoveLast(&message, field);
      return;
    case 1:
      reflection->SwapElements(&message, field, below(size), below(size));
      return;
    case 2: // cut
      for (size_t drop = below(size) + 1; drop > 0; --drop)
        reflection->RemoveLast(&message, field);
      return;
    case 3:
      addToList(message, field, size);
      return;
    default:
      if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE)
        changeOne(
            *reflection->MutableRepeatedMessage(&message, field, below(size)));
      else
        setScalar(message, field, static_cast<int>(below(size)));
    }
  }

  void addToList(Message &message, const FieldDescriptor *field, int size) {
    const Reflection *reflection = message.GetReflection();
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      addScalar(message, field);
      return;
    }
    // A double of one that is there, or of another place of the model.
    std::string bytes =
        size > 0 && below(2) == 0
            ? reflection->GetRepeatedMessage(message, field, below(size))
                  .SerializePartialAsString()
            : someOther(field->message_type());
    reflection->AddMessage(&message, field)->ParsePartialFromString(bytes);
  }

  /// The bytes of some message of the model of this type; none if there is
  /// none. To be taken before anything changes: setting one of several
  /// alternatives ends the others.
  std::string someOther(const google::protobuf::Descriptor *type) {
    for (int attempt = 0; attempt < 16; ++attempt) {
      Message *other = messages[below(messages.size())];
      if (other->GetDescriptor() == type)
        return other->SerializePartialAsString();
    }
    return "";
  }

  void changeSingle(Message &message, const FieldDescriptor *field) {
    const Reflection *reflection = message.GetReflection();
    if (below(6) == 0) {
      reflection->ClearField(&message, field);
      return;
    }
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      setScalar(message, field, -1);
      return;
    }
    std::string bytes = someOther(field->message_type());
    reflection->MutableMessage(&message, field)->ParsePartialFromString(bytes);
  }

  int64_t oddInteger(int64_t old) {
    static const int64_t values[] = {0,
                                     1,
                                     -1,
                                     2,
                                     3,
                                     7,
                                     8,
                                     9,
                                     16,
                                     31,
                                     32,
                                     64,
                                     127,
                                     128,
                                     255,
                                     256,
                                     1000,
                                     65535,
                                     65536,
                                     1 << 20,
                                     INT32_MAX,
                                     INT32_MIN,
                                     int64_t(1) << 32,
                                     int64_t(1) << 40,
                                     int64_t(1) << 62,
                                     INT64_MAX,
                                     INT64_MIN};
    switch (below(4)) {
    case 0:
      return static_cast<int64_t>(static_cast<uint64_t>(old) + 1);
    case 1:
      return static_cast<int64_t>(static_cast<uint64_t>(old) - 1);
    default:
      return values[below(std::size(values))];
    }
  }

  double oddFloat() {
    static const double values[] = {0,
                                    -0.0,
                                    1,
                                    -1,
                                    0.5,
                                    1e-45,
                                    1e38,
                                    -1e38,
                                    std::numeric_limits<double>::infinity(),
                                    std::numeric_limits<double>::quiet_NaN(),
                                    1e308,
                                    3,
                                    1e18};
    return values[below(std::size(values))];
  }

  std::string oddString(const std::string &old, bool isName) {
    if (isName && !strings.empty() && below(4) != 0)
      return strings[below(strings.size())];
    std::string text = old;
    switch (below(4)) {
    case 0:
      return "";
    case 1:
      text.resize(below(text.size() + 1));
      return text;
    case 2:
      text += old.empty() ? std::string(4, '\0') : old;
      return text.substr(0, 4096);
    default:
      if (text.empty())
        return isName ? "x" : std::string(1, '\x7f');
      text[below(text.size())] = static_cast<char>(random());
      return text;
    }
  }

  /// Sets element `index` of a list, or the field itself (-1).
  void setScalar(Message &message, const FieldDescriptor *field, int index) {
    const Reflection *r = message.GetReflection();
#define MLC_SET(Kind, value)                                                   \
  (index < 0 ? r->Set##Kind(&message, field, value)                            \
             : r->SetRepeated##Kind(&message, field, index, value))
#define MLC_GET(Kind)                                                          \
  (index < 0 ? r->Get##Kind(message, field)                                    \
             : r->GetRepeated##Kind(message, field, index))
    switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return MLC_SET(Int32, static_cast<int32_t>(oddInteger(MLC_GET(Int32))));
    case FieldDescriptor::CPPTYPE_INT64:
      return MLC_SET(Int64, oddInteger(MLC_GET(Int64)));
    case FieldDescriptor::CPPTYPE_UINT64:
      return MLC_SET(UInt64,
                     static_cast<uint64_t>(oddInteger(MLC_GET(UInt64))));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return MLC_SET(Float, static_cast<float>(oddFloat()));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return MLC_SET(Double, oddFloat());
    case FieldDescriptor::CPPTYPE_ENUM: {
      const auto *type = field->enum_type();
      return MLC_SET(EnumValue,
                     type->value(below(type->value_count()))->number());
    }
    case FieldDescriptor::CPPTYPE_STRING:
      return MLC_SET(String,
                     oddString(MLC_GET(String),
                               field->type() == FieldDescriptor::TYPE_STRING));
    default:
      return; // the schema has no others
    }
#undef MLC_SET
#undef MLC_GET
  }

  void addScalar(Message &message, const FieldDescriptor *field) {
    const Reflection *r = message.GetReflection();
    switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return r->AddInt32(&message, field, static_cast<int32_t>(oddInteger(0)));
    case FieldDescriptor::CPPTYPE_INT64:
      return r->AddInt64(&message, field, oddInteger(0));
    case FieldDescriptor::CPPTYPE_UINT64:
      return r->AddUInt64(&message, field,
                          static_cast<uint64_t>(oddInteger(0)));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return r->AddFloat(&message, field, static_cast<float>(oddFloat()));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return r->AddDouble(&message, field, oddFloat());
    case FieldDescriptor::CPPTYPE_STRING:
      return r->AddString(
          &message, field,
          oddString("", field->type() == FieldDescriptor::TYPE_STRING));
    default:
      return;
    }
  }

  std::minstd_rand random;
  std::vector<Message *> messages;
  std::vector<std::string> strings;
};

} // namespace

/// Writes `model` to `data` if it fits; its size, or 0.
static size_t store(const onnx::ModelProto &model, uint8_t *data,
                    size_t maxSize) {
  std::string bytes;
  if (!model.SerializePartialToString(&bytes) || bytes.size() > maxSize)
    return 0;
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}

/// The files of MLC_FUZZ_SEEDS, read once.
static const std::vector<std::string> &seedFiles() {
  static const std::vector<std::string> files = [] {
    std::vector<std::string> read;
    const char *folder = std::getenv("MLC_FUZZ_SEEDS");
    if (!folder)
      return read;
    std::error_code code;
    for (const auto &entry :
         std::filesystem::directory_iterator(folder, code)) {
      std::ifstream stream(entry.path(), std::ios::binary);
      read.emplace_back(std::istreambuf_iterator<char>(stream),
                        std::istreambuf_iterator<char>());
    }
    return read;
  }();
  return files;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  const std::vector<std::string> &seeds = seedFiles();
  if (!seeds.empty()) {
    const std::string &file = seeds[(seed / 8) % seeds.size()];
    if (file.size() <= maxSize) {
      size = file.size();
      std::memcpy(data, file.data(), size);
    }
  }
  onnx::ModelProto model;
  // One in eight stays blind: the framing is part of what is tested.
  if (seed % 8 != 0 &&
      model.ParsePartialFromArray(data, static_cast<int>(size))) {
    Mutator(seed).mutate(model);
    if (size_t written = store(model, data, maxSize))
      return written;
  }
  return LLVMFuzzerMutate(data, size, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
                                            const uint8_t *data2, size_t size2,
                                            uint8_t *out, size_t maxSize,
                                            unsigned seed) {
  onnx::ModelProto model, donor;
  if (!model.ParsePartialFromArray(data1, static_cast<int>(size1)) ||
      !donor.ParsePartialFromArray(data2, static_cast<int>(size2)))
    return 0;
  Mutator(seed).crossOver(model, donor);
  return store(model, out, maxSize);
}
